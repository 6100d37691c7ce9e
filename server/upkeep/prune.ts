import type { Database } from '../db/open.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { pruneEvents } from './prune-events.ts';
import { pruneRemovals } from './prune-removals.ts';

export interface PruneOptions {
  db: Database;
  now: Date;
  /** How long events, and deliveries that have ended, are kept. */
  keepEventsDays: number;
  /** Between two batches: lets others write. Rejects when it is to stop. */
  pause: () => Promise<unknown>;
}

const dayMs = 86_400_000;
/** Longer than a month and the two days after it in which it may still be told. */
const warningsKeptDays = 40;

/**
 * Lets go of what is old: events and ended deliveries by the configuration, removals of books after a
 * day, what was told of quotas when their month is over. Sales and their rates are never old. Any
 * number of processes may do so at once, and what is broken off is gone on with the next time.
 */
export async function prune({ db, now, keepEventsDays, pause }: PruneOptions): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  await pruneDeliveries(db, daysAgo(keepEventsDays), pause);
  await pruneEvents(db, daysAgo(keepEventsDays), pause);
  await pruneRemovals(db, now, pause);
  await db.query
    .deleteFrom('quota_warnings')
    .where('told_at', '<', daysAgo(warningsKeptDays))
    .execute();
}
