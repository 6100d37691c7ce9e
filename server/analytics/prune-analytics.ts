import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { dayMs } from '../values/time.ts';
import { saleWindowDays } from './measure-reading.ts';

/** Number of days for which every combination of dimensions is stored, by hour. */
export const hourDays = 90;
const batchSize = 500;

/**
 * Deletes beacons after 30 days and the counts by hour after 90 days. The counts by day are kept.
 *
 * @param pause - Called between batches to let others write. A rejection stops the deletion.
 */
export async function pruneAnalytics(
  { query }: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  for (;;) {
    const { numAffectedRows } = await sql`delete from beacons where (trace_id, id) in (
      select trace_id, id from beacons where received_at < ${daysAgo(saleWindowDays)}
      order by received_at limit ${sql.lit(batchSize)})`.execute(query);
    if (Number(numAffectedRows ?? 0) < batchSize) break;
    await pause();
  }
  await query
    .deleteFrom('analytics_readers')
    .where('day', '<', daysAgo(saleWindowDays).slice(0, 10))
    .execute();
  await query
    .deleteFrom('analytics_campaigns')
    .where('month', '<', daysAgo(saleWindowDays).slice(0, 7))
    .execute();
  const firstHour = daysAgo(hourDays).slice(0, 10);
  for (;;) {
    const oldest = await query
      .selectFrom('analytics_hours')
      .select('hour')
      .where('hour', '<', firstHour)
      .orderBy('hour')
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    await query.deleteFrom('analytics_hours').where('hour', '=', oldest.hour).execute();
    await pause();
  }
}
