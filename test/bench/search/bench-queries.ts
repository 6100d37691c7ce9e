import { tokenize } from '../../../server/search/tokenize.ts';
import type { BenchBook } from './books-of.ts';
import { gradedQueries, kinds, type QueryKind } from './graded-queries.ts';
import type { Random } from './random.ts';

/** The search text, or null for a list without a search text. */
export interface BenchQuery {
  kind: BenchKind;
  text: string | null;
  language: string | null;
  hasFacets: boolean;
  /**
   * Ordinals of books, one of which must be among the first `within` results, or null if the query
   * is not graded.
   */
  wanted: number[] | null;
  within: number;
}

export type BenchKind = QueryKind | keyof typeof otherKinds;

const otherKinds = {
  'one letter': true,
  'common word with facets': true,
  'list without words': true,
} as const;

export const gradedKinds = Object.keys(kinds) as QueryKind[];
export const benchKinds: BenchKind[] = [
  ...gradedKinds,
  'one letter',
  'common word with facets',
  'list without words',
];

/** Kinds with fewer distinct queries, which are sent less often. */
const fewer = 3;

/** The given number of each kind, shuffled. The same books and seed give the same queries. */
export function benchQueries(books: BenchBook[], random: Random, ofEachKind: number): BenchQuery[] {
  const graded = gradedQueries(books, random, ofEachKind).map(
    ({ wanted, ...query }): BenchQuery => ({ ...query, hasFacets: false, wanted: [...wanted] }),
  );
  const others = Math.ceil(ofEachKind / fewer);
  const letters = random.shuffle([...'abcdefghijklmnopqrstuvwxyz']);
  const words = commonWords(books, others);
  const ungraded = (
    kind: keyof typeof otherKinds,
    text: string | null,
    within = 20,
  ): BenchQuery => ({
    kind,
    text,
    language: null,
    hasFacets: kind === 'common word with facets',
    wanted: null,
    within,
  });
  return random.shuffle([
    ...distinct(graded),
    ...letters.slice(0, others).map((letter) => ungraded('one letter', letter)),
    ...words.map((word) => ungraded('common word with facets', word)),
    // Lists of the same length would be the same cached list.
    ...Array.from({ length: others }, (_, at) => ungraded('list without words', null, 20 + at)),
  ]);
}

/** Repeated queries are answered from the cache. */
function distinct(queries: BenchQuery[]): BenchQuery[] {
  return [...new Map(queries.map((query) => [`${query.language} ${query.text}`, query])).values()];
}

/** A trailing space marks a word as complete. */
function commonWords(books: BenchBook[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const { title } of books) {
    for (const { word } of tokenize(title)) {
      if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([word]) => `${word} `);
}
