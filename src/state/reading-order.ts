import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { Section } from '../../server/epub/contract.ts';

/**
 * Returns the index of the section that a page turn leads to, skipping non-linear sections. Null at
 * either end.
 *
 * @param aside - A non-linear section that is not skipped.
 */
export function adjacentSection(
  order: readonly (Pick<ReadingOrderItem, 'linear'> | undefined)[],
  index: number,
  step: 1 | -1,
  aside = -1,
): number | null {
  for (let at = index + step; at >= 0 && at < order.length; at += step) {
    if (order[at]?.linear || (at === aside && order[at])) return at;
  }
  return null;
}

/** Returns the reading order with unlicensed sections replaced by undefined. */
export function licensedReadingOrder<Item>({
  order,
  sections,
}: {
  order: readonly Item[];
  sections: readonly number[] | null;
}): readonly (Item | undefined)[] {
  return order.map((item, at) => (sections?.includes(at) === false ? undefined : item));
}

/** Returns the text offset of an element in a section, or 0 if no element has that id. */
export function offsetOfId({ ids }: Pick<Section, 'ids'>, id: string): number {
  // Use `Object.hasOwn`, because a fragment may be `#constructor`.
  return Object.hasOwn(ids, id) ? (ids[id] ?? 0) : 0;
}
