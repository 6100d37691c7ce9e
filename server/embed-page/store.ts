import type { BookStore } from '../books/store.ts';
import type { StoredBook } from '../books/stored-book.ts';
import type { Database } from '../db/open.ts';
import { BookReference } from './contract.ts';
import { bookOwnersFor } from '../values/environment.ts';
import type { Viewer } from '../values/viewer.ts';

/** Number of books on a library page. */
export const pageSize = 60;

export interface LibraryListing {
  books: StoredBook[];
  hasMore: boolean;
}

/** Lists an account's public books with text, newest first. */
export type ListLibrary = (accountId: string, page: number) => Promise<LibraryListing>;

export function libraryLister(db: Database, books: Pick<BookStore, 'byOrdinals'>): ListLibrary {
  return async (accountId, page) => {
    const rows = await publicBooksWithText(db, accountId)
      .select('ordinal')
      .orderBy('ordinal', 'desc')
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize)
      .execute();
    const ordinals = rows.slice(0, pageSize).map(({ ordinal }) => ordinal);
    return { books: await books.byOrdinals(ordinals), hasMore: rows.length > pageSize };
  };
}

/** Selects an account's public books with text. */
export function publicBooksWithText(db: Database, accountId: string) {
  return db.query
    .selectFrom('books')
    .leftJoin('serials', 'serials.book_id', 'books.id')
    .where('account_id', 'in', bookOwnersFor(accountId))
    .where('visibility', '!=', 'private')
    .where((eb) => eb.or([eb('version_id', 'is not', null), eb('serials.chapters', '>', 0)]));
}

/** Finds a book that the viewer can see, by its id or `isbn:…`. Returns null if there is none. */
export async function findBook(
  books: BookStore,
  viewer: Viewer,
  reference: string,
): Promise<StoredBook | null> {
  const { data: identifier } = BookReference.safeParse(reference);
  if (identifier === undefined) return null;
  return identifier.startsWith('isbn:')
    ? books.findByIsbn(viewer, identifier.slice('isbn:'.length))
    : books.find(viewer, identifier);
}
