import type { Queries } from '../db/schema.ts';
import type { EventLog } from '../events/event-log.ts';
import { previousValues } from '../events/previous-values.ts';
import type { Book } from './contract.ts';
import { readBook } from './store.ts';
import { type StoredBook, toBook } from './stored-book.ts';

export type BookEvents = ReturnType<typeof bookEvents>;

/**
 * Tells of changes of books, each in the transaction of the change and last in it.
 *
 * @param publicUrl - Origin that readers reach this server at, without a trailing slash.
 */
export function bookEvents(events: EventLog, publicUrl: string) {
  return {
    async created(tx: Queries, bookId: string): Promise<void> {
      const book = await requireBook(tx, bookId);
      await events.append(tx, { type: 'book.created', ...eventSubject(book), object: show(book) });
    },

    /** Tells of what differs; of nothing, when nothing does. */
    async updated(tx: Queries, before: StoredBook): Promise<void> {
      const after = await requireBook(tx, before.id);
      const object = show(after);
      const previous = previousValues(show(before), object);
      if (Object.keys(previous).length === 0) return;
      await events.append(tx, { type: 'book.updated', ...eventSubject(after), object, previous });
    },

    /** Those of these books that any account's webhooks name: for who changes many at once. */
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

    /** The object is the book as it was last. */
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
  if (!book) throw new Error(`Book ${bookId} is gone in the transaction that changes it.`);
  return book;
}
