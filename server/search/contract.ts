import { z } from 'zod';

/** Sort order of a book list. `-` means descending. */
export const BookSort = z.enum(['relevance', '-popularity', 'title', '-publishedAt', '-updatedAt']);
export type BookSort = z.infer<typeof BookSort>;

export const FacetKind = z.enum(['language', 'subject', 'author', 'publisher']);
export type FacetKind = z.infer<typeof FacetKind>;

/** Explanation of a hit's rank. */
export const HitExplanation = z
  .object({
    score: z.number().describe('Sum of the parts. Results are sorted by it, highest first.'),
    parts: z
      .object({
        words: z.number().describe('Typed words that match, by rarity, field and kind of match.'),
        title: z.number().describe('How much of the title was typed.'),
        order: z.number().describe('Typed words that are adjacent in the title or a name.'),
        name: z.number().describe('How much of a contributor’s name was typed.'),
        popularity: z
          .number()
          .describe('Popularity of the book, or an estimate based on its records.'),
      })
      .describe('Contribution of each part to the score.'),
    words: z.array(
      z.object({
        typed: z.string(),
        matched: z.string().nullable().describe('The word of the book, or null if none matches.'),
        match: z
          .enum([
            'exact',
            'number',
            'abbreviation',
            'inflection',
            'transliteration',
            'compound',
            'language',
            'prefix',
            'typo',
          ])
          .nullable(),
        typos: z.int(),
        fields: z.array(z.string()).describe('Fields of the book that contain the word.'),
        weight: z.number().describe('Rare words have a higher weight than frequent ones.'),
        isOptional: z.boolean().describe('Whether the word never excludes a book.'),
      }),
    ),
  })
  .meta({
    id: 'HitExplanation',
    example: {
      score: 1.905,
      parts: { words: 0.98, title: 0.62, order: 0.1, name: 0.12, popularity: 0.085 },
      words: [
        {
          typed: 'whale',
          matched: 'whale',
          match: 'exact',
          typos: 0,
          fields: ['title', 'subject'],
          weight: 3.25,
          isOptional: false,
        },
      ],
    },
  });
export type HitExplanation = z.infer<typeof HitExplanation>;

/** Sort key of one book in a list. Cursors contain it. */
export const BookListPosition = z.strictObject({
  /** Number or text of the primary sort key. */
  key: z.union([z.number(), z.string()]),
  popularity: z.int(),
  ordinal: z.int(),
});
export type BookListPosition = z.infer<typeof BookListPosition>;

/** A search for books on behalf of an account. Null means no restriction. */
export interface BookQuery {
  accountId: string;
  /** Ordinals of the account's visible private books. Null if all of them are visible. */
  privateOrdinals: number[] | null;
  /** As typed; the last word may be a prefix. */
  text: string | null;
  /**
   * Lower-case BCP 47 tags. A book in any of these languages matches, and `en` also matches
   * `en-us`.
   */
  languages: string[] | null;
  /** A full author name as listed in facets, or words of contributors' names. */
  author: string | null;
  /** Words of the title. */
  title: string | null;
  /** A full subject as listed in facets, or words of subjects. */
  subject: string | null;
  /** A full publisher name as listed in facets, or words of it. */
  publisher: string | null;
  /** ISBN as 13 digits. */
  isbn: string | null;
  ordinals: number[] | null;
  /** Inclusive. ISO 8601 dates with year, month or day precision. */
  publishedFrom: string | null;
  publishedTo: string | null;
  /** Inclusive, in milliseconds since 1970. */
  updatedSinceMs: number | null;
  /** Whether the book's text is on this server. */
  readable: boolean | null;
  sort: BookSort;
  facets: FacetKind[];
  /** Returns only books after this position. */
  after: BookListPosition | null;
  limit: number;
  /** Whether editions of one work are grouped. If so, the first edition represents all of them. */
  collapse: boolean;
  /** Returns only editions of this work. */
  workId: string | null;
  /** Whether to explain each hit. */
  explain: boolean;
}

export interface FacetValue {
  value: string;
  /** Number of books in the whole result with this value. */
  count: number;
}

export interface BookSearchPage {
  hits: BookListPosition[];
  /** Whether more books follow the last hit. */
  hasMore: boolean;
  /** Number of books in the whole result. */
  total: number;
  /**
   * Most frequent values first. Contains all languages and at most 50 values of each other kind.
   */
  facets: Partial<Record<FacetKind, FacetValue[]>>;
  /** Suggested query if nothing matches the typed query. */
  suggestion: string | null;
  /** Matched words (whole, folded) and prefixes, for highlighting. */
  matched: { words: ReadonlySet<string>; prefixes: readonly string[] };
  /** If editions are grouped: number of books that each hit represents, by ordinal. */
  editions: ReadonlyMap<number, number>;
  /** With `explain`: why each hit has its rank, by ordinal. */
  explanations: ReadonlyMap<number, HitExplanation>;
}

/** A result without books. */
export function emptyPage(facets: FacetKind[]): BookSearchPage {
  return {
    hits: [],
    hasMore: false,
    total: 0,
    facets: Object.fromEntries(facets.map((kind) => [kind, []])),
    suggestion: null,
    matched: { words: new Set(), prefixes: [] },
    editions: new Map(),
    explanations: new Map(),
  };
}

/** A range of text in UTF-16 code units: `start` inclusive, `end` exclusive. */
export const TextSpan = z.tuple([z.int().min(0), z.int().min(0)]);
export type TextSpan = z.infer<typeof TextSpan>;

export interface BookSearch {
  /** Includes every change that any process committed before the call. */
  find(query: BookQuery): Promise<BookSearchPage>;
  /** Ranges of the matched words in a displayed text. */
  findSpans(text: string, matched: BookSearchPage['matched']): TextSpan[];
  /** Reads the changes committed since the last search. The first call reads everything. */
  catchUp(): Promise<void>;
  /** Whether the index has been loaded at least once. */
  readonly isReady: boolean;
}
