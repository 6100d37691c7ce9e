import { sql } from 'kysely';
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

/** Number of an account's newest books among which those of one publisher are listed, so that a page stays fast. */
const maxScanned = 2000;

/**
 * Lists an account's public books with text, newest first. If some of the account's 2,000 newest books name
 * `publisher` as their publisher, lists only these, because an account can have several publishers.
 */
export type ListLibrary = (
  accountId: string,
  publisher: string,
  page: number,
) => Promise<LibraryListing>;

export function libraryLister(db: Database, books: Pick<BookStore, 'byOrdinals'>): ListLibrary {
  return async (accountId, publisher, page) => {
    const all = publicBooksWithText(db, accountId).orderBy('ordinal', 'desc');
    const newest = all.select(['ordinal', 'metadata']).limit(maxScanned).as('newest');
    const own = await db.query
      .selectFrom(newest)
      .select('ordinal')
      .where(sql<boolean>`metadata like ${publisherPattern(publisher)} escape '!'`)
      .orderBy('ordinal', 'desc')
      .execute();
    const start = (page - 1) * pageSize;
    const rows =
      own.length > 0
        ? own.slice(start, start + pageSize + 1)
        : await all
            .select('ordinal')
            .limit(pageSize + 1)
            .offset(start)
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

/** Matches the metadata of books with a publisher, which are stored as JSON. */
function publisherPattern(publisher: string): string {
  const member = `"publisher":${JSON.stringify(publisher)}`;
  return `%${member.replaceAll(/[!%_]/g, '!$&')}%`;
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
