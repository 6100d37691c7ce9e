import { fold } from '../../../server/values/fold.ts';
import { tokenize } from '../../../server/search/tokenize.ts';
import type { Random } from './random.ts';

/** A book from which queries are made. */
export interface GradedBook {
  ordinal: number;
  title: string;
  subtitle: string | null;
  authors: string[];
  languages: string[];
}

/** A query, and the books of which at least one must be among the first `within` results. */
export interface GradedQuery {
  kind: QueryKind;
  text: string;
  language: string | null;
  wanted: ReadonlySet<number>;
  within: number;
}

export type QueryKind = keyof typeof kinds;

/** Required share of queries of each kind that find their book. */
export const kinds = {
  'exact title': 0.95,
  'beginning of a title': 0.95,
  'one typo': 0.95,
  'two typos': 0.9,
  author: 0.95,
  'author and words of the title': 0.95,
  'without diacritics': 0.95,
  'CJK substring': 0.98,
  'in one language': 0.95,
} as const;

const longestQuery = 200;

/** The given number of queries of each kind. The same books and seed give the same queries. */
export function gradedQueries(books: GradedBook[], random: Random, ofEachKind: number) {
  const byTitle = Map.groupBy(books, ({ title }) =>
    tokenize(title)
      .map(({ word }) => word)
      .join(' '),
  );
  const isUnique = ({ title }: GradedBook) => {
    const words = tokenize(title)
      .map(({ word }) => word)
      .join(' ');
    return words !== '' && byTitle.get(words)?.length === 1;
  };
  const unique = books.filter((book) => isUnique(book) && book.title.length <= longestQuery);
  const sortedTitles = [...byTitle.keys()].sort();

  const spaceless = books.filter(({ title, subtitle }) => cjk.test(`${title} ${subtitle ?? ''}`));

  const make: Record<QueryKind, () => GradedQuery | null> = {
    'exact title': () => about('exact title', random.pick(unique), (book) => book.title, 1),
    'beginning of a title': () =>
      about(
        'beginning of a title',
        random.pick(unique),
        ({ title }) => uniqueBeginning(title, sortedTitles, random),
        1,
      ),
    'one typo': () =>
      about('one typo', random.pick(unique), ({ title }) => mistype(title, 1, random), 10),
    'two typos': () =>
      about('two typos', random.pick(unique), ({ title }) => mistype(title, 2, random), 10),
    author: () => {
      const { authors } = random.pick(books);
      const [author] = authors;
      if (!author) return null;
      const wanted = books.filter((book) => book.authors.includes(author));
      return query('author', author, wanted, 10);
    },
    'author and words of the title': () =>
      about(
        'author and words of the title',
        random.pick(unique),
        ({ authors: [author = ''], title }) => {
          const words = title.split(/\s+/).filter((word) => word.length > 3);
          return author && words.length > 1 ? `${author} ${words.slice(0, 5).join(' ')}` : null;
        },
        10,
      ),
    'without diacritics': () =>
      about(
        'without diacritics',
        random.pick(unique),
        ({ title }) => {
          const stripped = title.normalize('NFKD').replace(/\p{Mn}/gu, '');
          return stripped === title.normalize('NFKD') || cjk.test(title) ? null : stripped;
        },
        10,
      ),
    'CJK substring': () => {
      if (spaceless.length === 0) return null;
      const [run = ''] = random.pick(spaceless).title.match(cjk) ?? [];
      if (run.length < 2) return null;
      const length = 2 + random.below(Math.min(3, run.length - 1));
      const start = random.below(run.length - length + 1);
      const text = run.slice(start, start + length);
      const wanted = spaceless.filter(({ title, subtitle }) =>
        fold(`${title} ${subtitle ?? ''}`).includes(fold(text)),
      );
      return query('CJK substring', text, wanted, 100);
    },
    'in one language': () => {
      const book = random.pick(books);
      const [language] = book.languages;
      const words = tokenize(book.title).filter(
        ({ word, kind }) => kind === 'word' && word.length > 3,
      );
      if (!language || language === 'en' || words.length === 0) return null;
      const { word } = random.pick(words);
      const wanted = books.filter(
        ({ title, languages }) =>
          languages.includes(language) && tokenize(title).some((token) => token.word === word),
      );
      return { ...query('in one language', word, wanted, 10), language };
    },
  };

  return Object.values(make).flatMap((one) => {
    const queries: GradedQuery[] = [];
    for (let tries = 0; queries.length < ofEachKind && tries < ofEachKind * 2000; tries += 1) {
      const made = one();
      if (made) queries.push(made);
    }
    return queries;
  });
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u;

function about(
  kind: QueryKind,
  book: GradedBook,
  textOf: (book: GradedBook) => string | null,
  within: number,
): GradedQuery | null {
  const text = textOf(book);
  return text === null ? null : query(kind, text, [book], within);
}

function query(kind: QueryKind, text: string, wanted: GradedBook[], within: number): GradedQuery {
  const ordinals = new Set(wanted.map(({ ordinal }) => ordinal));
  return { kind, text, language: null, wanted: ordinals, within };
}

/**
 * A beginning of at least half the title that ends within a word and is unique among the titles.
 */
function uniqueBeginning(title: string, sortedTitles: string[], random: Random): string | null {
  const least = Math.max(6, Math.ceil(title.length / 2));
  if (title.length <= least) return null;
  const text = title.slice(0, least + random.below(title.length - least));
  if (!/[\p{L}\p{N}]{2}$/u.test(text) || cjk.test(title)) return null;
  const words = tokenize(text)
    .map(({ word }) => word)
    .join(' ');
  const at = sortedTitles.findIndex((one) => one >= words);
  return sortedTitles[at + 1]?.startsWith(words) ? null : text;
}

/** The title with typos in different words that are long enough for them. */
function mistype(title: string, typos: number, random: Random): string | null {
  const words = [...title.matchAll(/\p{L}+/gu)].filter(({ 0: word }) => word.length >= 6);
  const long = words.filter(({ 0: word }) => word.length >= 10);
  if (cjk.test(title)) return null;
  if (typos === 2 && long.length > 0 && random.below(2) === 0) {
    const word = random.pick(long);
    const twice = misspell(misspell(word[0], random, 0, 0.5), random, 0.5, 1);
    return replaced(title, word.index, word[0], twice);
  }
  if (words.length < typos) return null;
  const chosen = random
    .shuffle(words)
    .slice(0, typos)
    .sort((a, b) => b.index - a.index);
  return chosen.reduce(
    (text, word) => replaced(text, word.index, word[0], misspell(word[0], random)),
    title,
  );
}

function replaced(text: string, at: number, old: string, fresh: string): string {
  return text.slice(0, at) + fresh + text.slice(at + old.length);
}

/** Replaces, removes, inserts or swaps one letter in this part of the word. */
function misspell(word: string, random: Random, from = 0, to = 1): string {
  const first = Math.floor(word.length * from);
  const at = first + random.below(Math.max(1, Math.floor(word.length * to) - first - 1));
  const letter = 'abcdefghijklmnopqrstuvwxyz'[random.below(26)] ?? 'x';
  switch (random.below(4)) {
    case 0:
      return word.slice(0, at) + letter + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word.slice(at + 1);
    case 2:
      return word.slice(0, at) + letter + word.slice(at);
    default:
      return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  }
}
