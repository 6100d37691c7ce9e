import type { Book } from './contract.ts';

/** What a package or a record says of a book, kept as JSON. */
export type BookMetadata = Pick<
  Book,
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
>;

/** A book as it lies in the database. */
export interface StoredBook {
  id: string;
  /** Null for the shared catalogue. */
  accountId: string | null;
  visibility: 'public' | 'private';
  title: string;
  metadata: BookMetadata;
  wordCount: number | null;
  popularity: number;
  versionId: string | null;
  cover: { path: string; width: number | null; height: number | null } | null;
  warnings: { code: string; message: string }[];
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
  const { cover, versionId, wordCount } = book;
  return {
    id: book.id,
    title: book.title,
    ...book.metadata,
    wordCount,
    readingMinutes: wordCount === null ? null : Math.ceil(wordCount / wordsPerMinute),
    cover:
      cover && versionId
        ? {
            url: `${publicUrl}/content/${versionId}/cover`,
            width: cover.width,
            height: cover.height,
          }
        : null,
    formats: versionId ? ['application/epub+zip'] : [],
    readable: versionId !== null,
    visibility: book.visibility,
    createdAt: book.createdAt,
    updatedAt: book.updatedAt,
  };
}
