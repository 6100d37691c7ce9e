import type { BookListPosition, BookSort } from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import { maxTypos } from './matcher.ts';
import type { Term } from './term.ts';

/** The part of a book that equals the typed text. Smaller values are closer matches. */
const wholeMatch = { title: 0, author: 1, beginning: 2, none: 3 } as const;

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
 * @param relevanceOf - How well a row matches. Smaller is better; see `relevanceKey`.
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

/** Compares a book whose key equals that of `b`. Takes numbers because it is called for every row. */
export function compareTies(
  { isOldestFirst }: Order,
  popularity: number,
  ordinal: number,
  b: BookListPosition,
): number {
  if (popularity !== b.popularity) return b.popularity - popularity;
  return isOldestFirst ? ordinal - b.ordinal : b.ordinal - ordinal;
}

/** Combines typos, then the title match, then the rest of the grade. */
export function relevanceKey(gradeOfRow: number, shapeOfRow: number): number {
  const typos = Math.min(gradeOfRow >> 4, maxTypos);
  return (typos << 6) | (shapeOfRow << 4) | (gradeOfRow & 15);
}

/** Whether a key made by `relevanceKey` belongs to a match with typos. */
export function hasTypos(key: number | string): boolean {
  return typeof key === 'number' && key >> 6 > 0;
}

/**
 * Returns a function that classifies a row by whether the typed text is its whole title (with or
 * without the subtitle), an author's whole name, the beginning of its title, or none of these.
 *
 * @param typed - The typed words in order.
 * @param authors - Facet values of authors whose name is the typed text.
 */
export function wholeMatcher(
  documents: DocumentTable,
  typed: Term[],
  authors: ReadonlySet<number>,
): (row: number) => number {
  const words = typed.map(
    ({ variants }) => new Map(variants.map(({ word, isCompletion }) => [word, isCompletion])),
  );
  const { titleWords } = documents;

  const titleShape = (row: number): number => {
    const [from, to] = documents.titleRange(row);
    if (to - from < words.length) return wholeMatch.none;
    let isBegun = false;
    for (let at = 0; at < words.length; at += 1) {
      const isLonger = words[at]?.get(titleWords[from + at] ?? 0);
      if (isLonger === undefined) return wholeMatch.none;
      isBegun ||= isLonger;
    }
    const isWhole = words.length === to - from || words.length === documents.titleLength(row);
    return isWhole && !isBegun ? wholeMatch.title : wholeMatch.beginning;
  };

  return (row) => {
    const ofTitle = titleShape(row);
    if (ofTitle === wholeMatch.title || authors.size === 0) return ofTitle;
    return documents.hasFacet(row, authors) ? wholeMatch.author : ofTitle;
  };
}
