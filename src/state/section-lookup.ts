import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import { adjacentSection } from './reading-order.ts';
import type { Section } from '../../server/epub/contract.ts';

/** Index of the last linear section. */
export function lastSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return adjacentSection(order, order.length, -1) ?? Math.max(0, order.length - 1);
}

/** Index of the first linear section. */
export function firstSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return adjacentSection(order, -1, 1) ?? 0;
}

/** Text offset of an element in a section; 0 if there is no element with that id. */
export function offsetOfId({ ids }: Pick<Section, 'ids'>, id: string): number {
  // `Object.hasOwn`, because a fragment may be `#constructor`.
  return Object.hasOwn(ids, id) ? (ids[id] ?? 0) : 0;
}
