import type { Database } from '../db/open.ts';
import type { Events } from '../events/append.ts';
import { tellOfChapter } from './chapter-events.ts';
import { dueChapters } from './store.ts';
import { tellReaders } from './tell-readers.ts';

export interface PublishingContext {
  db: Database;
  now: () => Date;
  events: Events;
}

/** So many at a time: a process that is told to stop need not wait for long. */
const chaptersAtOnce = 50;

/**
 * Publishes the chapters whose time has come. Any number of processes may do so at once: each chapter
 * is published by the one whose update finds it scheduled.
 *
 * @returns How many this call published.
 */
export async function publishDue({ db, now, events }: PublishingContext): Promise<number> {
  const at = now();
  const due = await dueChapters(db.query, at, chaptersAtOnce);
  let published = 0;
  for (const id of due) if (await publishOne(id)) published += 1;
  return published;

  function publishOne(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const before = await tx
        .selectFrom('serial_chapters')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!before) return false;
      const book = await tx
        .selectFrom('books')
        .select(['account_id', 'visibility'])
        .where('id', '=', before.book_id)
        // SQLite has one writer anyway. The book first, as every change does.
        .$if(db.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      if (!book) return false;
      const after = await tx
        .updateTable('serial_chapters')
        .set((eb) => ({
          state: 'published',
          publish_at: null,
          published_at: at.toISOString(),
          revision: eb('revision', '+', 1),
          updated_at: at.toISOString(),
        }))
        .where('id', '=', id)
        .where('state', '=', 'scheduled')
        .where('publish_at', '<=', at.toISOString())
        .returningAll()
        .executeTakeFirst();
      if (!after) return false;
      const { account_id: accountId, visibility } = book;
      const place = { accountId, visibility };
      // Whoever watches the book looks every second.
      await tellReaders(tx, { before, after }, () => undefined);
      await tellOfChapter(tx, events, 'chapter.published', place, { before, after });
      return true;
    });
  }
}
