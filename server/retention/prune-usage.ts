import type { Database } from '../db/open.ts';
import { positionsPerMs } from '../db/usage-tables.ts';
import { dayMs, oldestUsageDay, requestLogDays } from '../values/time.ts';

/** Blocks of logged requests per statement. Other writers wait a few milliseconds for it. */
const batchSize = 500;

/**
 * Deletes logged requests after 14 days and usage by day after 13 months.
 *
 * @param pause - Called between batches.
 */
export async function pruneUsage(
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
