import type { FacetValue } from '../search/contract.ts';
import { fold } from '../values/fold.ts';
import type { Completion } from './contract.ts';
import type { StoredBook } from './stored-book.ts';

interface RankedCompletion {
  completion: Completion;
  /** 0 begins so, 1 has all the words, 2 has some. */
  rank: number;
}

/**
 * What a search text may become: titles of the books that it finds and names of their authors, each
 * once. What begins with the text goes first, then what has all of its words; titles and names take
 * turns, each in their own order.
 */
export function rankCompletions(
  query: string,
  { books, authors }: { books: StoredBook[]; authors: FacetValue[] },
  spansOf: (text: string) => [number, number][],
): Completion[] {
  const wanted = fold(query).trim();
  const words = wanted.split(/\s+/);
  const titles = rank(
    books.map(({ id, title }) => ({
      text: title,
      kind: 'title',
      bookId: id,
      spans: spansOf(title),
    })),
    (folded) => folded.startsWith(wanted),
  );
  const names = rank(
    authors.map(({ value }) => ({
      text: value,
      kind: 'author',
      bookId: null,
      spans: spansOf(value),
    })),
    // People are known by their surnames.
    (folded) => ` ${folded}`.includes(` ${wanted}`),
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
    beginsSo: (folded: string) => boolean,
  ): RankedCompletion[] {
    const found = new Map<string, RankedCompletion>();
    for (const completion of completions) {
      const folded = fold(completion.text);
      if (completion.spans.length === 0 || found.has(folded)) continue;
      const hasAll = words.every((word) => folded.includes(word));
      found.set(folded, { completion, rank: beginsSo(folded) ? 0 : hasAll ? 1 : 2 });
    }
    return [...found.values()].sort((one, other) => one.rank - other.rank);
  }
}
