import type { StoredBook } from '../../books/stored-book.ts';
import type { BookStore } from '../../books/store.ts';
import { BookReference } from './query.ts';

/** A book as an account may see it, by its id or `isbn:…`; null for what is neither. */
export async function findBook(
  books: BookStore,
  accountId: string,
  reference: string,
): Promise<StoredBook | null> {
  const { data: wanted } = BookReference.safeParse(reference);
  if (wanted === undefined) return null;
  return wanted.startsWith('isbn:')
    ? books.findByIsbn(accountId, wanted.slice('isbn:'.length))
    : books.find(accountId, wanted);
}
