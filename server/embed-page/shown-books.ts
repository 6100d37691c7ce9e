import { LRUCache } from 'lru-cache';
import { parseMetadata } from '../books/store.ts';
import type { Database } from '../db/open.ts';
import { bookSelector } from '../deployments/book-selection.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import { bookOwnersFor } from '../values/environment.ts';

/** The properties of a deployment that determine which books its domains show. */
export type LibraryOwner = Pick<StoredDeployment, 'id' | 'revision' | 'accountId' | 'books'>;

/**
 * How long a selection by subject is cached. The time to create it is proportional to the account's
 * books.
 */
const subjectsTtlMs = 30_000;
const maxCachedDeployments = 200;
/** SQLite accepts at most 32,766 parameters. */
const maxBySubject = 30_000;

export type ShownBooks = ReturnType<typeof shownBooks>;

/** Selects the public books with text that a deployment's domains show. */
export function shownBooks(db: Database) {
  const bySubject = new LRUCache<string, number[], LibraryOwner>({
    max: maxCachedDeployments,
    ttl: subjectsTtlMs,
    fetchMethod: (_key, _stale, { context }) => findBySubject(context),
  });
  return async (deployment: LibraryOwner) => {
    const { id, revision, books } = deployment;
    const all = publicBooksWithText(deployment.accountId);
    if (books.show === 'all') return { query: all };
    if (books.show === 'listed') return { query: all.where('books.id', 'in', books.ids) };
    const found = await bySubject.fetch(`${id} ${revision}`, { context: deployment });
    // No ordinal is negative.
    return { query: all.where('ordinal', 'in', found?.length ? found : [-1]) };
  };

  async function findBySubject({ accountId, books }: LibraryOwner): Promise<number[]> {
    const isSelected = bookSelector(books);
    const rows = await publicBooksWithText(accountId)
      .select(['books.id', 'ordinal', 'metadata'])
      .orderBy('ordinal', 'desc')
      .execute();
    return rows
      .filter(({ id, metadata }) => isSelected({ id, subjects: parseMetadata(metadata).subjects }))
      .map(({ ordinal }) => ordinal)
      .slice(0, maxBySubject);
  }

  function publicBooksWithText(accountId: string) {
    return db.query
      .selectFrom('books')
      .leftJoin('serials', 'serials.book_id', 'books.id')
      .where('account_id', 'in', bookOwnersFor(accountId))
      .where('visibility', '!=', 'private')
      .where((eb) => eb.or([eb('version_id', 'is not', null), eb('serials.chapters', '>', 0)]));
  }
}
