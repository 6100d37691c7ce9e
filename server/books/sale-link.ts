import type { BookMetadata } from './stored-book.ts';

type Identifiers = Pick<BookMetadata, 'identifiers'>;

/**
 * The first ISBN of a book, which replaces `{isbn}` in purchase URL templates. Null if it has none.
 */
export function isbnOf({ identifiers }: Identifiers): string | null {
  return identifiers.find(({ scheme }) => scheme === 'isbn')?.value ?? null;
}

/**
 * Returns why a purchase URL template cannot lead to the book's page in the shop, or null if it
 * can. All other placeholders have a value for every book or describe the visit.
 */
export function incompleteTemplate(template: string | null, book: Identifiers): string | null {
  if (!template?.includes('{isbn}') || isbnOf(book) !== null) return null;
  return 'Contains {isbn}, but the book has no ISBN, so the link would lead nowhere. Add an ISBN to the identifiers, or use {bookId}.';
}

/** The template, or null if the book lacks a value that the template needs. */
export function completeTemplate(template: string | null, book: Identifiers): string | null {
  return incompleteTemplate(template, book) === null ? template : null;
}
