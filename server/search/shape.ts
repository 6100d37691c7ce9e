import type { DocumentTable } from './document-table.ts';
import type { Term } from './term.ts';

/** What of a book is just what was typed; smaller is nearer. */
export const shape = { title: 0, author: 1, beginning: 2, none: 3 } as const;

/**
 * Tells of a row whether what was typed is its whole title (with or without the subtitle), the
 * whole name of an author, the beginning of its title, or nothing of the kind.
 *
 * @param typed - The typed words in their order.
 * @param authors - Authors, as facet values, who are called what was typed.
 */
export function shapeOf(
  documents: DocumentTable,
  typed: Term[],
  authors: ReadonlySet<number>,
): (row: number) => number {
  const words = typed.map(
    ({ variants }) => new Map(variants.map(({ word, isLonger }) => [word, isLonger])),
  );
  const { titleWords } = documents;

  const titleShape = (row: number): number => {
    const [from, to] = documents.titleRange(row);
    if (to - from < words.length) return shape.none;
    let isBegun = false;
    for (let at = 0; at < words.length; at += 1) {
      const isLonger = words[at]?.get(titleWords[from + at] ?? 0);
      if (isLonger === undefined) return shape.none;
      isBegun ||= isLonger;
    }
    const isWhole = words.length === to - from || words.length === documents.titleLength(row);
    return isWhole && !isBegun ? shape.title : shape.beginning;
  };

  return (row) => {
    const ofTitle = titleShape(row);
    if (ofTitle === shape.title || authors.size === 0) return ofTitle;
    return documents.hasFacet(row, authors) ? shape.author : ofTitle;
  };
}
