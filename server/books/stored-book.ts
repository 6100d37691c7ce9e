import { shownVisibility, type StoredVisibility } from '../values/environment.ts';
import type { Book, BookWarning, Provenance } from './contract.ts';

/** Book metadata from a package, a catalog or an enricher, stored as JSON. */
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
  /** Contributors' other names, used for search but not shown. */
  otherNames: string[];
  /** URL of an external cover. Used if the book's own files have none. */
  coverUrl: string | null;
  /** Language detected in the text, if it differs from `languages`. */
  languageOfText: string | null;
};

const emptyAccessibility: NonNullable<BookMetadata['accessibility']> = {
  conformsTo: [],
  accessModes: [],
  features: [],
  hazards: [],
  summary: null,
  accessModesSufficient: [],
  certifiedBy: null,
  certifierCredential: null,
  certifierReport: null,
  certifiedAt: null,
  exemptions: [],
};

/** Metadata without any values. */
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

/** A book as stored in the database. */
export interface StoredBook {
  id: string;
  /** Null for the shared catalog. */
  accountId: string | null;
  visibility: StoredVisibility;
  title: string;
  metadata: BookMetadata;
  /** Origin by metadata field, if it differs from `source`. */
  provenance: Record<string, Provenance>;
  workId: string;
  source: Provenance['source'];
  wordCount: number | null;
  popularity: number;
  /** Sum and number of its ratings. */
  rating: { sum: number; count: number };
  /** Changes whenever the book changes. */
  revision: number;
  versionId: string | null;
  /**
   * Published chapters written on this server, their word count, and the number of reader-visible
   * changes.
   */
  serial: { chapters: number; words: number; change: number };
  /** The book's number, assigned once. Later books have higher numbers. */
  ordinal: number;
  cover: {
    /** Id of the version or of the uploaded cover, in its URL. */
    contentId: string;
    width: number | null;
    height: number | null;
    thumbhash: string | null;
    color: string | null;
  } | null;
  /** Problems in its file, recorded at import. */
  warnings: BookWarning[];
  createdAt: string;
  updatedAt: string;
}

/** Words per minute of an adult who reads silently (Brysbaert 2019, English nonfiction). */
const wordsPerMinute = 238;

/**
 * Converts a book to its API representation.
 *
 * @param publicUrl - Origin at which readers reach this server, without a trailing slash.
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
    // Stored books may lack members that were added later.
    accessibility: metadata.accessibility && {
      ...emptyAccessibility,
      ...metadata.accessibility,
    },
    wordCount,
    readingMinutes:
      metadata.readingMinutes ??
      (wordCount === null ? null : Math.ceil(wordCount / wordsPerMinute)),
    cover: coverOf(book, publicUrl),
    formats: versionId ? ['application/epub+zip'] : [],
    readable: versionId !== null || serial.chapters > 0,
    visibility: shownVisibility(book.visibility),
    rating: ratingOf(book),
    popularity: book.popularity,
    createdAt: book.createdAt,
    updatedAt: book.updatedAt,
  };
}

/**
 * Returns the word count of everything readable. For a record without text, returns the word count
 * from its metadata.
 */
function wordCountOf({ versionId, wordCount, serial }: StoredBook): number | null {
  if (serial.chapters === 0) return wordCount;
  return (versionId === null ? 0 : (wordCount ?? 0)) + serial.words;
}

/** Returns the average rating. This is the only place where it is rounded to hundredths. */
function ratingOf({ rating: { sum, count } }: StoredBook): Book['rating'] {
  return count === 0 ? null : { average: Math.round((sum * 100) / count) / 100, count };
}

function coverOf({ cover, metadata }: StoredBook, publicUrl: string): Book['cover'] {
  if (cover) {
    const { contentId, ...shown } = cover;
    return { url: `${publicUrl}/content/${contentId}/cover`, ...shown };
  }
  const { coverUrl } = metadata;
  if (!coverUrl) return null;
  return { url: coverUrl, width: null, height: null, thumbhash: null, color: null };
}

/** Whether the account uploaded the cover. Such covers are JPEG files. */
export function hasOwnCover({ cover }: Pick<StoredBook, 'cover'>): boolean {
  return cover?.contentId.startsWith('cov_') === true;
}

/** Parses a version's warnings. Earlier releases stored them without the path. */
export function parseWarnings(json: string | null): BookWarning[] {
  const stored = json ? readWarnings(json) : [];
  return stored.map((warning) => ({ ...warning, path: warning.path ?? null }));
}

function readWarnings(json: string): (Omit<BookWarning, 'path'> & Partial<BookWarning>)[] {
  return JSON.parse(json);
}
