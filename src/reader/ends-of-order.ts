import type { ReadingOrderItem } from '../../server/reader/contract.ts';
import { sectionBeside } from './reading-order.ts';

/** Index of the last section of the main flow. */
export function lastSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return sectionBeside(order, order.length, -1) ?? Math.max(0, order.length - 1);
}

/** Index of the first section of the main flow. */
export function firstSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return sectionBeside(order, -1, 1) ?? 0;
}
