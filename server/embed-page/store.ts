import type { BookStore } from '../books/store.ts';
import type { StoredBook } from '../books/stored-book.ts';
import type { Database } from '../db/open.ts';
import { BookReference } from './contract.ts';

/** Books on one page of a library. */
export const pageSize = 60;

export interface LibraryListing {
  books: StoredBook[];
  hasMore: boolean;
}

/** What everyone may read of an account’s books, the newest first. */
export type ListLibrary = (accountId: string, page: number) => Promise<LibraryListing>;

export function libraryLister(db: Database, books: Pick<BookStore, 'byOrdinals'>): ListLibrary {
  return async (accountId, page) => {
    const rows = await db.query
      .selectFrom('books')
      .leftJoin('serials', 'serials.book_id', 'books.id')
      .select('ordinal')
      .where('account_id', '=', accountId)
      .where('visibility', '=', 'public')
      .where((eb) => eb.or([eb('version_id', 'is not', null), eb('serials.chapters', '>', 0)]))
      .orderBy('ordinal', 'desc')
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize)
      .execute();
    const ordinals = rows.slice(0, pageSize).map(({ ordinal }) => ordinal);
    return { books: await books.byOrdinals(ordinals), hasMore: rows.length > pageSize };
  };
}

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
