import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { BookEvents } from './book-events.ts';
import type { BookPatch, NewBook } from './book-fields.ts';
import { lockOwnedBook } from './owned-book.ts';
import { patchBook } from './patch-book.ts';
import { takeRevisions } from './revisions.ts';
import { readBook, removeBook } from './store.ts';
import { type BookMetadata, noMetadata, type StoredBook } from './stored-book.ts';
import { workIdOf } from './work-id.ts';

export interface WriterContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  bookEvents: BookEvents;
}

export type BookWriter = ReturnType<typeof bookWriter>;

/** Makes, changes and removes books for the accounts that they belong to, each with its event. */
export function bookWriter({ db, now, newId, bookEvents }: WriterContext) {
  return {
    /** A book of metadata alone. */
    async add(accountId: string, { title, visibility, ...fields }: NewBook): Promise<string> {
      const id = newId('bk');
      const metadata: BookMetadata = { ...noMetadata, ...fields };
      const at = now().toISOString();
      return db.transaction(async (tx) => {
        const revision = await takeRevisions(tx, 1);
        await tx
          .insertInto('books')
          .values({
            id,
            account_id: accountId,
            visibility,
            title,
            metadata: JSON.stringify(metadata),
            provenance: '{}',
            work_id: workIdOf(title, metadata),
            source: 'manual',
            record_key: null,
            record_digest: null,
            word_count: null,
            popularity: 0,
            version_id: null,
            ordinal: revision,
            revision,
            created_at: at,
            updated_at: at,
          })
          .execute();
        await putIdentifiers(tx, id, metadata);
        await bookEvents.created(tx, id);
        return id;
      });
    },

    /**
     * @param checkRevision - Throws when the change is not meant for the book as it is.
     * @throws Failure `book_not_found`, `not_yours`, `invalid_request`.
     */
    async change(
      accountId: string,
      bookId: string,
      patch: BookPatch,
      checkRevision: (revision: number) => void,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const before = await own(tx, accountId, bookId, checkRevision);
        const at = now();
        const patched = patchBook(before, patch, at);
        if (!patched) return;
        const { title, visibility, metadata, provenance } = patched;
        const revision = await takeRevisions(tx, 1);
        await tx
          .updateTable('books')
          .set({
            title,
            visibility,
            metadata: JSON.stringify(metadata),
            provenance: JSON.stringify(provenance),
            work_id: workIdOf(title, metadata),
            revision,
            updated_at: at.toISOString(),
          })
          .where('id', '=', bookId)
          .execute();
        await tx.deleteFrom('book_identifiers').where('book_id', '=', bookId).execute();
        await putIdentifiers(tx, bookId, metadata);
        await bookEvents.updated(tx, before);
      });
    },

    /** @throws Failure `book_not_found`, `not_yours`. */
    async remove(
      accountId: string,
      bookId: string,
      checkRevision: (revision: number) => void,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const before = await own(tx, accountId, bookId, checkRevision);
        await removeBook(tx, bookId);
        await bookEvents.deleted(tx, before);
      });
    },

    /** Any account's book: for the operator. False when there is no such book. */
    async removeAny(bookId: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const before = await readBook(tx, bookId);
        if (!before || !(await removeBook(tx, bookId))) return false;
        await bookEvents.deleted(tx, before);
        return true;
      });
    },
  };

  async function own(
    tx: Queries,
    accountId: string,
    bookId: string,
    checkRevision: (revision: number) => void,
  ): Promise<StoredBook> {
    const { revision } = await lockOwnedBook(tx, db.engine, accountId, bookId);
    checkRevision(revision);
    const book = await readBook(tx, bookId);
    if (!book) throw new Error(`Book ${bookId} is gone, although it is locked.`);
    return book;
  }
}

async function putIdentifiers(tx: Queries, bookId: string, metadata: BookMetadata): Promise<void> {
  if (metadata.identifiers.length === 0) return;
  await tx
    .insertInto('book_identifiers')
    .values(metadata.identifiers.map((identifier) => ({ book_id: bookId, ...identifier })))
    .execute();
}
