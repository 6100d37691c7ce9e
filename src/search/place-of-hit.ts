import type { SearchHit } from '../../server/reader/contract.ts';
import type { OpenBook } from '../reader/state.ts';

/** A stretch of text in the reading order that the reader has. */
export interface HitPlace {
  section: number;
  start: number;
  end: number;
}

/** Where a hit lies; null in a chapter that the reader does not have, or no longer. */
export function placeOfHit(
  { section, chapter, start, end }: SearchHit,
  order: OpenBook['order'],
): HitPlace | null {
  const at = chapter ? order.findIndex((item) => item.chapter?.id === chapter) : section;
  return order[at] ? { section: at, start, end } : null;
}
