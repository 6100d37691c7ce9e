import { type StoredBook, toBook } from '../books/stored-book.ts';
import type { ConsoleBookRow } from './contract.ts';

/** Converts a book to a row in a list. */
export function toBookRow(book: StoredBook, publicUrl: string): ConsoleBookRow {
  const { id, title, contributors, visibility, price, access, readable, updatedAt } = toBook(
    book,
    publicUrl,
  );
  const authors = contributors.filter(({ role }) => role === 'aut');
  return {
    id,
    title,
    visibility,
    price,
    access,
    readable,
    updatedAt,
    authors: (authors.length > 0 ? authors : contributors).map(({ name }) => name),
    coverUrl: coverUrlOf(book),
    warnings: book.warnings.length,
  };
}

/**
 * Only covers on this server, because the console's Content-Security-Policy blocks images from
 * other sites.
 */
export function coverUrlOf({ cover }: StoredBook): string | null {
  return cover ? `/content/${cover.contentId}/cover` : null;
}
