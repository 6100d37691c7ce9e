import { sql } from 'kysely';
import { clockDifferenceMs, maxClockDifferenceMs } from './db/clock-difference.ts';
import type { Database } from './db/open.ts';

/**
 * Columns with the time until which work waits: a pause, or the lease of a process. People choose
 * none of them. A key can have several rows.
 */
const waits = [
  { table: 'webhook_deliveries', column: 'due_at', key: 'id' },
  { table: 'webhook_deliveries', column: 'lease', key: 'id' },
  { table: 'enrichment_asks', column: 'due_at', key: 'book_id' },
  { table: 'recompilations', column: 'due_at', key: 'version_id' },
  { table: 'verified_hosts', column: 'due_at', key: 'host' },
  { table: 'idempotency_keys', column: 'lease_until', key: 'key' },
  { table: 'search_indexer', column: 'lease_end', key: 'id' },
] as const;

/** Longer than every lease, so that no lease of a running process ends early. */
const toleratedMs = 20 * 60_000;

/** Maximum number of rows per statement, so that others can write in between. */
const batchSize = 5000;

/** Name of the setting with the latest time that a process has seen. */
const latestTime = 'clock.latest';

/**
 * Detects that the clock was set back, also before this process started, and ends all waits that
 * were stored with the wrong time. Without this, webhooks would be delivered hours or days late. A
 * delivery that waits for its next attempt for another reason is attempted early.
 *
 * @returns Returns a function to call every minute. It returns the number of waits that it ended,
 * and calls `pause`, which rejects to stop, between batches.
 */
export function clockWatch(db: Database, now: () => Date) {
  let latestMs = 0;
  return async (pause: () => Promise<unknown>): Promise<number> => {
    const nowMs = now().getTime();
    const wasAhead = Math.max(latestMs, await readLatest(db)) > nowMs + toleratedMs;
    const ended = wasAhead ? await endWaits(db, nowMs, pause) : 0;
    latestMs = nowMs;
    // The time of a process whose clock is wrong would be ahead of that of all others.
    const difference = await clockDifferenceMs(db, now);
    if (Math.abs(difference ?? 0) <= maxClockDifferenceMs) await storeLatest(db, nowMs);
    return ended;
  };
}

async function readLatest({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom('settings')
    .select('value')
    .where('name', '=', latestTime)
    .executeTakeFirst();
  return row ? Date.parse(row.value) : 0;
}

async function storeLatest(db: Database, latestMs: number): Promise<void> {
  const value = new Date(latestMs).toISOString();
  await db.relaxedTransaction(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name: latestTime, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}

async function endWaits(
  { query }: Database,
  nowMs: number,
  pause: () => Promise<unknown>,
): Promise<number> {
  const at = new Date(nowMs).toISOString();
  const limit = new Date(nowMs + toleratedMs).toISOString();
  let ended = 0;
  for (const { table, column, key: name } of waits) {
    const [rows, time, key] = [sql.table(table), sql.ref(column), sql.ref(name)];
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        update ${rows} set ${time} = ${at} where ${time} > ${limit} and ${key} in
          (select ${key} from ${rows} where ${time} > ${limit} limit ${batchSize})`.execute(query);
      ended += Number(numAffectedRows);
      if (numAffectedRows === 0n) break;
      await pause();
    }
  }
  return ended;
}
