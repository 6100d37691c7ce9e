import { z } from 'zod';

/** Sort order of a book list. `-` means descending. */
export const BookSort = z.enum(['relevance', '-popularity', 'title', '-publishedAt', '-updatedAt']);
export type BookSort = z.infer<typeof BookSort>;

export const FacetKind = z.enum(['language', 'subject', 'author', 'publisher']);
export type FacetKind = z.infer<typeof FacetKind>;

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
  /** Whether editions of one work are grouped: the first of them stands for all. */
  collapse: boolean;
  /** Returns only editions of this work. */
  workId: string | null;
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
  /** If editions are grouped: how many books of the result each hit stands for, by ordinal. */
  editions: ReadonlyMap<number, number>;
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
