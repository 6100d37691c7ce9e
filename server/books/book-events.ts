import type { Queries } from '../db/schema.ts';
import { type EventLog, previousValues } from '../events/event-log.ts';
import type { Book } from './contract.ts';
import { readBook } from './store.ts';
import { type StoredBook, toBook } from './stored-book.ts';

export type BookEvents = ReturnType<typeof bookEvents>;

/**
 * Appends book events to the event log. Call each method as the last statement in the transaction
 * of the change.
 *
 * @param publicUrl - Origin at which readers reach this server, without a trailing slash.
 */
export function bookEvents(events: EventLog, publicUrl: string) {
  return {
    async created(tx: Queries, bookId: string): Promise<void> {
      const book = await requireBook(tx, bookId);
      await events.append(tx, { type: 'book.created', ...eventSubject(book), object: show(book) });
    },

    /** Records the changed members, or nothing if nothing changed. */
    async updated(tx: Queries, before: StoredBook): Promise<void> {
      const after = await requireBook(tx, before.id);
      const object = show(after);
      const previous = previousValues(show(before), object);
      if (Object.keys(previous).length === 0) return;
      await events.append(tx, { type: 'book.updated', ...eventSubject(after), object, previous });
    },

    /** Returns only the books that a webhook of any account names. For bulk changes. */
    async withWebhooks(tx: Queries, bookIds: readonly string[]): Promise<string[]> {
      if (bookIds.length === 0) return [];
      const rows = await tx
        .selectFrom('webhook_books')
        .select('book_id')
        .distinct()
        .where('book_id', 'in', bookIds)
        .orderBy('book_id')
        .execute();
      return rows.map(({ book_id }) => book_id);
    },

    /** Records the book as it was before its deletion. */
    async deleted(tx: Queries, before: StoredBook): Promise<void> {
      await events.append(tx, {
        type: 'book.deleted',
        ...eventSubject(before),
        object: show(before),
      });
    },
  };

  function show(book: StoredBook): Book {
    return toBook(book, publicUrl);
  }
}

function eventSubject({ id, accountId, visibility }: StoredBook) {
  return { accountId, resourceId: id, bookId: id, isPublic: visibility === 'public' };
}

async function requireBook(tx: Queries, bookId: string): Promise<StoredBook> {
  const book = await readBook(tx, bookId);
  if (!book) throw new Error(`Book ${bookId} disappeared during the transaction that changes it.`);
  return book;
}
