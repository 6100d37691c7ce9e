import { LRUCache } from 'lru-cache';
import { bookSelector } from '../deployments/book-selection.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import { type BookStore, parseMetadata } from '../books/store.ts';
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

/** Lists the public books with text that a deployment shows, newest first. */
export type ListLibrary = (deployment: LibraryOwner, page: number) => Promise<LibraryListing>;

type LibraryOwner = Pick<StoredDeployment, 'id' | 'revision' | 'accountId' | 'books'>;

/** For how long a list of books by subject is reused. Reading it takes time in proportion to the account's books. */
const subjectListTtlMs = 30_000;
const maxSubjectLists = 200;

export function libraryLister(db: Database, books: Pick<BookStore, 'byOrdinals'>): ListLibrary {
  const bySubject = new LRUCache<string, number[], LibraryOwner>({
    max: maxSubjectLists,
    ttl: subjectListTtlMs,
    fetchMethod: (_key, _stale, { context }) => ordinalsBySubject(context),
  });
  return async (deployment, page) => {
    const { id, revision, books: selection } = deployment;
    const from = (page - 1) * pageSize;
    if (selection.show === 'subjects') {
      const all = (await bySubject.fetch(`${id} ${revision}`, { context: deployment })) ?? [];
      const ordinals = all.slice(from, from + pageSize);
      return { books: await books.byOrdinals(ordinals), hasMore: all.length > from + pageSize };
    }
    const rows = await shownBooks(deployment.accountId)
      .select('ordinal')
      .$if(selection.show === 'listed', (query) =>
        query.where('books.id', 'in', selection.show === 'listed' ? selection.ids : []),
      )
      .limit(pageSize + 1)
      .offset(from)
      .execute();
    const ordinals = rows.slice(0, pageSize).map(({ ordinal }) => ordinal);
    return { books: await books.byOrdinals(ordinals), hasMore: rows.length > pageSize };
  };

  async function ordinalsBySubject({ accountId, books: selection }: LibraryOwner) {
    const isSelected = bookSelector(selection);
    const rows = await shownBooks(accountId).select(['books.id', 'ordinal', 'metadata']).execute();
    return rows
      .filter(({ id, metadata }) => isSelected({ id, subjects: parseMetadata(metadata).subjects }))
      .map(({ ordinal }) => ordinal);
  }

  function shownBooks(accountId: string) {
    return db.query
      .selectFrom('books')
      .leftJoin('serials', 'serials.book_id', 'books.id')
      .where('account_id', 'in', bookOwnersFor(accountId))
      .where('visibility', '!=', 'private')
      .where((eb) => eb.or([eb('version_id', 'is not', null), eb('serials.chapters', '>', 0)]))
      .orderBy('ordinal', 'desc');
  }
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
