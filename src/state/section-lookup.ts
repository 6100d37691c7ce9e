import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import { adjacentSection } from './reading-order.ts';
import type { Section } from '../../server/epub/contract.ts';

/** Index of the last section of the main flow. */
export function lastSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return adjacentSection(order, order.length, -1) ?? Math.max(0, order.length - 1);
}

/** Index of the first section of the main flow. */
export function firstSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
): number {
  return adjacentSection(order, -1, 1) ?? 0;
}

/** Where an element begins in a section’s text; the start where there is none of that id, whatever it is. */
export function offsetOfId({ ids }: Pick<Section, 'ids'>, id: string): number {
  // An address may say `#constructor`, and every object has one.
  return Object.hasOwn(ids, id) ? (ids[id] ?? 0) : 0;
}
