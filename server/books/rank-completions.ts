import type { FacetValue } from '../search/contract.ts';
import { fold } from '../values/fold.ts';
import type { Completion } from './contract.ts';
import type { StoredBook } from './stored-book.ts';

interface RankedCompletion {
  completion: Completion;
  /** 0 if it starts with the query, 1 if it contains all words, 2 if it contains some. */
  rank: number;
}

/**
 * Returns completions for a query: titles of the matching books and names of their authors, without
 * duplicates. Those that start with the query are first, followed by those that contain all of its
 * words. Titles and names alternate, each in their own order.
 */
export function rankCompletions(
  query: string,
  { books, authors }: { books: StoredBook[]; authors: FacetValue[] },
  spansOf: (text: string) => [number, number][],
): Completion[] {
  const prefix = fold(query).trim();
  const words = prefix.split(/\s+/);
  const titles = rank(
    books.map(({ id, title }) => ({
      text: title,
      kind: 'title',
      bookId: id,
      spans: spansOf(title),
    })),
    (folded) => folded.startsWith(prefix),
  );
  const names = rank(
    authors.map(({ value }) => ({
      text: value,
      kind: 'author',
      bookId: null,
      spans: spansOf(value),
    })),
    // Match at any word of a name because people search by surname.
    (folded) => ` ${folded}`.includes(` ${prefix}`),
  );
  const turns = Array.from({ length: Math.max(titles.length, names.length) }, (_, at) => [
    titles[at],
    names[at],
  ]);
  return turns
    .flat()
    .filter((one) => one !== undefined)
    .sort((one, other) => one.rank - other.rank)
    .map(({ completion }) => completion);

  function rank(
    completions: Completion[],
    startsWithQuery: (folded: string) => boolean,
  ): RankedCompletion[] {
    const found = new Map<string, RankedCompletion>();
    for (const completion of completions) {
      const folded = fold(completion.text);
      if (completion.spans.length === 0 || found.has(folded)) continue;
      const hasAll = words.every((word) => folded.includes(word));
      found.set(folded, { completion, rank: startsWithQuery(folded) ? 0 : hasAll ? 1 : 2 });
    }
    return [...found.values()].sort((one, other) => one.rank - other.rank);
  }
}
