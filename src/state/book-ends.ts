import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import { adjacentSection } from './reading-order.ts';

/** Returns the index of the last linear section. */
export function lastSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return adjacentSection(order, order.length, -1) ?? Math.max(0, order.length - 1);
}

/** Returns the index of the first linear section. */
export function firstSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return adjacentSection(order, -1, 1) ?? 0;
}
