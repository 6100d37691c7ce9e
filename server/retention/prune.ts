import type { Database } from '../db/open.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { pruneEvents } from './prune-events.ts';
import { pruneObjects } from './prune-objects.ts';
import { dayMs, oldestUsageDay, requestLogDays } from '../values/time.ts';
import { positionsPerMs } from '../db/usage-tables.ts';

const removalRetentionMs = dayMs;

/** Readers that reconnect later than this reload the book. */
const deletedChapterDays = 30;

const removalBatchSize = 500;
export interface PruneOptions {
  db: Database;
  now: Date;
  /** Number of days to keep events and finished deliveries. */
  eventRetentionDays: number;
  /** Called between batches to let others write. Rejects to stop. */
  pause: () => Promise<unknown>;
}

/** A month plus two days during which its warning may still be sent, and a margin. */
const warningRetentionDays = 40;

/** Pages that reference an earlier build's chunks may be cached for a year. */
const replacedChunkDays = 365;

/** People can finish an upload the next day. */
const unfinishedUploadDays = 2;

/** Longer than an import takes between its objects and its rows. */
const unusedObjectDays = 1;

/** Longer than a reading session can be refreshed, so no open reader loses its text. */
const replacedVersionDays = 3;

/**
 * Deletes expired rows:
 * - events and finished deliveries as configured
 * - records of deleted books and objects without a row after a day
 * - unfinished uploads after two days
 * - replaced versions of books after three days
 * - logged requests after 14 days
 * - records of deleted chapters after 30 days
 * - quota warnings after 40 days
 * - scripts of replaced builds after a year
 * - usage by day after 13 months
 * Never deletes sales or their rates. Several processes can run it at the same time. The next run
 * continues an interrupted one.
 */
export async function prune({ db, now, eventRetentionDays, pause }: PruneOptions): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  await pruneDeliveries(db, daysAgo(eventRetentionDays), pause);
  await pruneEvents(db, daysAgo(eventRetentionDays), pause);
  await pruneRemovals(db, now, pause);
  await pruneVersions(db, daysAgo(replacedVersionDays), pause);
  const { objects } = db;
  if (objects)
    await pruneObjects({ ...db, objects }, { now, cutoff: daysAgo(unusedObjectDays), pause });
  await db.query
    .deleteFrom('quota_warnings')
    .where('told_at', '<', daysAgo(warningRetentionDays))
    .execute();
  await db.query
    .deleteFrom('deleted_chapters')
    .where('deleted_at', '<', daysAgo(deletedChapterDays))
    .execute();
  await pruneUsage(db, now, pause);
  await pruneComponent(db, daysAgo(replacedChunkDays));
  await db.query
    .deleteFrom('uploads')
    .where('updated_at', '<', daysAgo(unfinishedUploadDays))
    .execute();
}

/**
 * Deletes the scripts of builds that were replaced before `cutoff`. The files of versions are kept.
 */
async function pruneComponent({ query }: Database, cutoff: string): Promise<void> {
  await query.deleteFrom('component_files').where('replaced_at', '<', cutoff).execute();
  await query
    .deleteFrom('component_contents')
    .where('digest', 'not in', (inner) => inner.selectFrom('component_files').select('digest'))
    .execute();
}

/**
 * Deletes the records of books that were deleted more than a day ago. Search indexes apply them
 * within a second, and processes that start later never load the book.
 *
 * @param pause - Called between batches.
 */
async function pruneRemovals(
  { query }: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  // Removals have a revision but no time, so the current revision is stored with the time.
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

/** Blocks of logged requests per statement. Other writers wait a few milliseconds for it. */
const batchSize = 500;

/**
 * Deletes logged requests after 14 days and usage by day after 13 months.
 *
 * @param pause - Called between batches.
 */
async function pruneUsage(
  { query }: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  await query.deleteFrom('usage_days').where('day', '<', oldestUsageDay(now)).execute();
  const cutoff = (now.getTime() - requestLogDays * dayMs) * positionsPerMs;
  for (;;) {
    const { numDeletedRows } = await query
      .deleteFrom('request_log_blocks')
      .where('position', 'in', (inner) =>
        inner
          .selectFrom('request_log_blocks')
          .select('position')
          .where('position', '<', cutoff)
          .orderBy('position')
          .limit(batchSize),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < batchSize) return;
    await pause();
  }
}

/**
 * Deletes versions and covers that were replaced before `cutoff`. Versions are deleted one at a
 * time because each has the content of a book.
 *
 * @param pause - Called between versions.
 */
export async function pruneVersions(
  { query }: Database,
  cutoff: string,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const replaced = await query
      .selectFrom('book_versions')
      .select('id')
      .where('replaced_at', '<', cutoff)
      .limit(1)
      .executeTakeFirst();
    if (!replaced) break;
    await query.deleteFrom('book_versions').where('id', '=', replaced.id).execute();
    await pause();
  }
  await query.deleteFrom('book_covers').where('replaced_at', '<', cutoff).execute();
}
