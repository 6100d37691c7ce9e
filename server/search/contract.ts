import { z } from 'zod';

/** How a list of books is ordered; `-` means descending. */
export const BookSort = z.enum(['relevance', '-popularity', 'title', '-publishedAt', '-updatedAt']);
export type BookSort = z.infer<typeof BookSort>;

export const FacetKind = z.enum(['language', 'subject', 'author', 'publisher']);
export type FacetKind = z.infer<typeof FacetKind>;

/** The sort key of one book in a list; what a cursor holds. */
export const BookListPosition = z.strictObject({
  /** Number or text by which the list is ordered first. */
  key: z.union([z.number(), z.string()]),
  popularity: z.int(),
  ordinal: z.int(),
});
export type BookListPosition = z.infer<typeof BookListPosition>;

/** What is looked for, and as whom. Null stands for any. */
export interface BookQuery {
  accountId: string;
  /** As the person typed it: every word must be in the book, the last may be a beginning. */
  text: string | null;
  /** Lower-case BCP 47 tags; a book in any of them matches, `en` also `en-us`. */
  languages: string[] | null;
  /** A whole author as facets name it, or words of contributors' names. */
  author: string | null;
  /** Words of the title. */
  title: string | null;
  /** A whole subject as facets name it, or words of subjects. */
  subject: string | null;
  /** A whole publisher as facets name it, or words of it. */
  publisher: string | null;
  /** Thirteen digits. */
  isbn: string | null;
  ordinals: number[] | null;
  /** Inclusive; ISO 8601 dates, as precise as they are known: a year, a month or a day. */
  publishedFrom: string | null;
  publishedTo: string | null;
  /** Inclusive; milliseconds since 1970. */
  updatedSinceMs: number | null;
  /** Whether the text is here. */
  readable: boolean | null;
  sort: BookSort;
  facets: FacetKind[];
  /** Continues behind this place. */
  after: BookListPosition | null;
  limit: number;
}

export interface FacetValue {
  value: string;
  /** Books of the whole result that have it. */
  count: number;
}

export interface BookSearchPage {
  hits: BookListPosition[];
  /** Whether there are books behind the last hit. */
  hasMore: boolean;
  /** Books of the whole result. */
  total: number;
  /** The most frequent values first; all languages, at most 50 of the other kinds. */
  facets: Partial<Record<FacetKind, FacetValue[]>>;
  /** What was probably meant, where nothing matches as written. */
  suggestion: string | null;
  /** What matched: whole folded words, to be highlighted. */
  matched: { words: ReadonlySet<string>; prefixes: readonly string[] };
}

/** A piece of text, in UTF-16 code units: from `start`, up to but without `end`. */
export const TextSpan = z.tuple([z.int().min(0), z.int().min(0)]);
export type TextSpan = z.infer<typeof TextSpan>;

export interface BookSearch {
  /** Finds every change that was committed before the call, whichever process made it. */
  find(query: BookQuery): Promise<BookSearchPage>;
  /** Where the matched words are in a text that is shown. */
  findSpans(text: string, matched: BookSearchPage['matched']): TextSpan[];
  /** Reads what was committed since the last search; at first everything. */
  catchUp(): Promise<void>;
  /** Whether everything was read once. */
  readonly isReady: boolean;
}
