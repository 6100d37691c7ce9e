import type { BookListPosition, BookSort } from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './number-arrays.ts';

/** Sort order of a list: by key, ascending, then by popularity, then by `isOldestFirst`. */
export interface Order {
  key: (row: number) => number | string;
  /**
   * Whether books with equal key and popularity are sorted oldest first instead of newest first.
   */
  isOldestFirst: boolean;
}

/**
 * The sort order of a list. Among books with equal keys, the most popular is first. Further ties
 * are sorted oldest first for relevance and title, and newest first for the other orders.
 *
 * @param relevanceOf - Quality of a row's match. Smaller is better; see `relevanceKey`.
 */
export function sortOrder(
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

/** Returns a negative number if the first position sorts before the second. */
export function comparePositions(order: Order, a: BookListPosition, b: BookListPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return compareTies(order, a.popularity, a.ordinal, b);
}

/**
 * Compares a book whose key equals that of `b`. Takes numbers because it is called for every row.
 */
export function compareTies(
  { isOldestFirst }: Order,
  popularity: number,
  ordinal: number,
  b: BookListPosition,
): number {
  if (popularity !== b.popularity) return b.popularity - popularity;
  return isOldestFirst ? ordinal - b.ordinal : b.ordinal - ordinal;
}

/** Keys of inexact matches start here. Scores are smaller. */
const fallbackKeys = 1_000_000;
const keysPerPoint = 10_000;
/** Greatest result of `relevanceKey`. */
export const greatestKey = 2 * fallbackKeys;

/**
 * Returns the sort key of a match. Smaller is better. Inexact matches have a separate range of
 * keys, so that a cursor among them continues among them.
 */
export function relevanceKey(score: number, isFallback: boolean): number {
  return (isFallback ? 2 * fallbackKeys : fallbackKeys) - Math.round(score * keysPerPoint);
}

let leastKeys = new Int32Array(0);

/**
 * Returns the least keys that rows with at most these scores can have. The next call overwrites
 * them.
 */
export function leastRelevanceKeys(scores: Float32Array, isFallback: boolean): Int32Array {
  leastKeys = ensureLength(leastKeys, scores.length);
  const first = isFallback ? 2 * fallbackKeys : fallbackKeys;
  for (let at = 0; at < scores.length; at += 1) {
    // Rounds down, and allows for the rounding of the score.
    leastKeys[at] = first - 1 - (scores[at] ?? 0) * keysPerPoint;
  }
  return leastKeys.subarray(0, scores.length);
}

/** Whether a cursor's key belongs to an inexact match. */
export function isFallbackKey(sort: BookSort, key: number | string): boolean {
  return sort === 'relevance' && typeof key === 'number' && key > fallbackKeys;
}
