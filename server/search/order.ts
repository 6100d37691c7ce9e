import type { BookPosition, BookSort } from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import { mostTypos } from './matcher.ts';

/** A list's order: by the key, ascending, then as `isOldestFirst` says. */
export interface Order {
  key: (row: number) => number | string;
  /** Among books of one key and popularity: the one that came first, or the newest. */
  isOldestFirst: boolean;
}

/**
 * The order of a list. Among equals the more popular book is first; then, by relevance and title,
 * the one that came first, in all other lists the newest.
 *
 * @param relevanceOf - How well a row matches, smaller is better; see `relevance`.
 */
export function orderOf(
  sort: BookSort,
  documents: DocumentTable,
  relevanceOf: (row: number) => number,
): Order {
  const { sortTitles, popularities, published, updatedMs } = documents;
  switch (sort) {
    case 'relevance':
      return { key: relevanceOf, isOldestFirst: true };
    case 'title':
      return { key: (row) => sortTitles[row] ?? '', isOldestFirst: true };
    case '-popularity':
      return { key: (row) => -(popularities[row] ?? 0), isOldestFirst: false };
    case '-publishedAt':
      return { key: (row) => -(published[row] ?? 0), isOldestFirst: false };
    case '-updatedAt':
      return { key: (row) => -(updatedMs[row] ?? 0), isOldestFirst: false };
  }
}

/** Negative when the first comes before the second in this order. */
export function comparePositions(order: Order, a: BookPosition, b: BookPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return compareEquals(order, a.popularity, a.ordinal, b);
}

/** The same for a book whose key is that of `b`: takes numbers, as it is asked of every row. */
export function compareEquals(
  { isOldestFirst }: Order,
  popularity: number,
  ordinal: number,
  b: BookPosition,
): number {
  if (popularity !== b.popularity) return b.popularity - popularity;
  return isOldestFirst ? ordinal - b.ordinal : b.ordinal - ordinal;
}

/** Typos first, then the title's shape, then the rest of the grade. */
export function relevance(gradeOfRow: number, shapeOfRow: number): number {
  const typos = Math.min(gradeOfRow >> 4, mostTypos);
  return (typos << 6) | (shapeOfRow << 4) | (gradeOfRow & 15);
}

/** Whether a key that `relevance` made is of a match with typos. */
export function hasTypos(key: number | string): boolean {
  return typeof key === 'number' && key >> 6 > 0;
}
