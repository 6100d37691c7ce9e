import type { Engine } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';

export interface OwnedBook {
  id: string;
  accountId: string;
  visibility: 'public' | 'private';
  revision: number;
}

/**
 * The account's own book, which no other transaction changes until this one is done.
 *
 * @throws Failure `book_not_found`, also for the private book of another account; `not_yours` for a
 * public one and for the shared catalogue.
 */
export async function lockOwnedBook(
  tx: Queries,
  engine: Engine,
  accountId: string,
  bookId: string,
): Promise<OwnedBook> {
  const row = await tx
    .selectFrom('books')
    .select(['id', 'account_id', 'visibility', 'revision'])
    .where('id', '=', bookId)
    // SQLite has one writer anyway.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row || (row.visibility === 'private' && row.account_id !== accountId)) {
    throw new Failure('book_not_found', `No book ${bookId} in this library.`);
  }
  const { id, visibility, revision } = row;
  if (row.account_id === accountId) return { id, accountId, visibility, revision };
  const owner = row.account_id === null ? 'the shared catalogue' : 'another account';
  throw new Failure('not_yours', `Book ${bookId} is of ${owner}: it can be read, not written.`);
}
