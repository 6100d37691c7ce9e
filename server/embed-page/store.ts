import type { BookStore } from '../books/store.ts';
import type { StoredBook } from '../books/stored-book.ts';
import { BookReference } from './contract.ts';
import type { LibraryOwner, ShownBooks } from './shown-books.ts';
import type { Viewer } from '../values/viewer.ts';

/** Number of books on a library page. */
export const pageSize = 60;

export interface LibraryListing {
  books: StoredBook[];
  hasMore: boolean;
}

/** Lists the public books with text that a deployment shows, newest first. */
export type ListLibrary = (deployment: LibraryOwner, page: number) => Promise<LibraryListing>;

export function libraryLister(
  shownBooks: ShownBooks,
  books: Pick<BookStore, 'byOrdinals'>,
): ListLibrary {
  return async (deployment, page) => {
    const rows = await (
      await shownBooks(deployment)
    ).query
      .select('ordinal')
      .orderBy('ordinal', 'desc')
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize)
      .execute();
    const ordinals = rows.slice(0, pageSize).map(({ ordinal }) => ordinal);
    return { books: await books.byOrdinals(ordinals), hasMore: rows.length > pageSize };
  };
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
