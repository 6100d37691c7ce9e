import type { Book, BookWarning, Provenance } from './contract.ts';

/** What a package, a catalogue or an enricher says of a book, kept as JSON. */
export type BookMetadata = Pick<
  Book,
  | 'titleDirection'
  | 'subtitle'
  | 'contributors'
  | 'languages'
  | 'description'
  | 'subjects'
  | 'identifiers'
  | 'publisher'
  | 'publishedAt'
  | 'series'
  | 'layout'
  | 'readingProgression'
  | 'rights'
  | 'pageCount'
  | 'readability'
  | 'readingMinutes'
  | 'accessibility'
  | 'price'
  | 'access'
  | 'buyUrl'
> & {
  /** Further names of the contributors: they find the book, and are not shown. */
  otherNames: string[];
  /** Address of a cover that others hold; used where the book's own files have none. */
  coverUrl: string | null;
  /** What the text itself reads as, where that is not what `languages` says. */
  languageOfText: string | null;
};

/** Metadata of which nothing is known. */
export const emptyMetadata: BookMetadata = {
  subtitle: null,
  contributors: [],
  languages: [],
  description: null,
  subjects: [],
  identifiers: [],
  publisher: null,
  publishedAt: null,
  series: null,
  layout: 'reflowable',
  readingProgression: 'ltr',
  rights: null,
  pageCount: null,
  readability: null,
  readingMinutes: null,
  accessibility: null,
  price: null,
  access: null,
  buyUrl: null,
  otherNames: [],
  coverUrl: null,
  languageOfText: null,
};

/** A book as it lies in the database. */
export interface StoredBook {
  id: string;
  /** Null for the shared catalogue. */
  accountId: string | null;
  visibility: 'public' | 'private';
  title: string;
  metadata: BookMetadata;
  /** By field of the metadata, where it comes from another source than `source`. */
  provenance: Record<string, Provenance>;
  workId: string;
  source: Provenance['source'];
  wordCount: number | null;
  popularity: number;
  /** Of its reviews. */
  rating: { sum: number; count: number };
  /** Another one after every change. */
  revision: number;
  versionId: string | null;
  /** Published chapters that were written here, their words, and how often readers noticed a change. */
  serial: { chapters: number; words: number; change: number };
  /** Number of the book, given once: later books have higher ones. */
  ordinal: number;
  cover: {
    width: number | null;
    height: number | null;
    thumbhash: string | null;
    color: string | null;
  } | null;
  /** Of its file, kept since its import. */
  warnings: BookWarning[];
  createdAt: string;
  updatedAt: string;
}

/** Words a minute of an adult reading silently (Brysbaert 2019, English non-fiction). */
const wordsPerMinute = 238;

/**
 * The book as the API shows it.
 *
 * @param publicUrl - Origin that readers reach this server at, without a trailing slash.
 */
export function toBook(book: StoredBook, publicUrl: string): Book {
  const { versionId, serial } = book;
  const wordCount = wordCountOf(book);
  const {
    otherNames: _otherNames,
    coverUrl: _coverUrl,
    languageOfText: _languageOfText,
    ...metadata
  } = book.metadata;
  return {
    id: book.id,
    workId: book.workId,
    title: book.title,
    ...metadata,
    wordCount,
    readingMinutes:
      metadata.readingMinutes ??
      (wordCount === null ? null : Math.ceil(wordCount / wordsPerMinute)),
    cover: coverOf(book, publicUrl),
    formats: versionId ? ['application/epub+zip'] : [],
    readable: versionId !== null || serial.chapters > 0,
    visibility: book.visibility,
    rating: ratingOf(book),
    popularity: book.popularity,
    createdAt: book.createdAt,
    updatedAt: book.updatedAt,
  };
}

/** Of all that can be read here; of a mere record what others say of the book. */
function wordCountOf({ versionId, wordCount, serial }: StoredBook): number | null {
  if (serial.chapters === 0) return wordCount;
  return (versionId === null ? 0 : (wordCount ?? 0)) + serial.words;
}

/** Rounded to hundredths, once, where it is shown. */
function ratingOf({ rating: { sum, count } }: StoredBook): Book['rating'] {
  return count === 0 ? null : { average: Math.round((sum * 100) / count) / 100, count };
}

function coverOf({ cover, versionId, metadata }: StoredBook, publicUrl: string): Book['cover'] {
  if (cover && versionId) return { url: `${publicUrl}/content/${versionId}/cover`, ...cover };
  const { coverUrl } = metadata;
  if (!coverUrl) return null;
  return { url: coverUrl, width: null, height: null, thumbhash: null, color: null };
}

/** The faults that a version keeps; earlier releases kept them without the file's path. */
export function parseWarnings(json: string | null): BookWarning[] {
  const stored = json ? readWarnings(json) : [];
  return stored.map((warning) => ({ ...warning, path: warning.path ?? null }));
}

function readWarnings(json: string): (Omit<BookWarning, 'path'> & Partial<BookWarning>)[] {
  return JSON.parse(json);
}
