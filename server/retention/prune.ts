import type { Database } from '../db/open.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { pruneEvents } from './prune-events.ts';
import { dayMs } from '../values/time.ts';

const removalRetentionMs = 86_400_000;

const removalBatchSize = 500;
export interface PruneOptions {
  db: Database;
  now: Date;
  /** How long events, and deliveries that have ended, are kept. */
  eventRetentionDays: number;
  /** Between two batches: lets others write. Rejects when it is to stop. */
  pause: () => Promise<unknown>;
}

/** Longer than a month and the two days after it in which it may still be told. */
const warningRetentionDays = 40;

/**
 * Lets go of what is old: events and ended deliveries by the configuration, removals of books after a
 * day, what was told of quotas when their month is over. Sales and their rates are never old. Any
 * number of processes may do so at once, and what is broken off is gone on with the next time.
 */
export async function prune({ db, now, eventRetentionDays, pause }: PruneOptions): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  await pruneDeliveries(db, daysAgo(eventRetentionDays), pause);
  await pruneEvents(db, daysAgo(eventRetentionDays), pause);
  await pruneRemovals(db, now, pause);
  await db.query
    .deleteFrom('quota_warnings')
    .where('told_at', '<', daysAgo(warningRetentionDays))
    .execute();
}

/**
 * Forgets which books were removed more than a day ago: every process that searches has seen it
 * within a second, and one that starts later never knew the book.
 *
 * @param pause - Between two batches.
 */
async function pruneRemovals(
  { query }: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  // Removals have a revision, but no time: what the clock of books showed at which time is noted.
  const { revision } = await query
    .selectFrom('book_clock')
    .select('revision')
    .executeTakeFirstOrThrow();
  await query
    .insertInto('book_clock_marks')
    .values({ noted_at: now.toISOString(), revision })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const mark = await query
    .selectFrom('book_clock_marks')
    .selectAll()
    .where('noted_at', '<=', new Date(now.getTime() - removalRetentionMs).toISOString())
    .orderBy('noted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!mark) return;
  for (;;) {
    const { numDeletedRows } = await query
      .deleteFrom('book_removals')
      .where('revision', 'in', (inner) =>
        inner
          .selectFrom('book_removals')
          .select('revision')
          .where('revision', '<=', mark.revision)
          .limit(removalBatchSize),
      )
      .executeTakeFirst();
    if (numDeletedRows < removalBatchSize) break;
    await pause();
  }
  await query.deleteFrom('book_clock_marks').where('noted_at', '<', mark.noted_at).execute();
}
