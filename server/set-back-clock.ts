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

/** Name of the setting with the latest time that a process with a correct clock has seen. */
const latestTime = 'clock.latest';

/**
 * Name of the setting with the database's time at which a process last had a clock far ahead of
 * the database's. Only on PostgreSQL, because SQLite has no clock of its own.
 */
const lastAhead = 'clock.last_ahead';

/**
 * Longer than the interval between two calls. While a process with a wrong clock is running, the
 * others would otherwise end all waits every minute.
 */
const aheadEndedMs = 3 * 60_000;

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
    const stored = await readTimes(db);
    const ahead = stored.get(lastAhead);
    const hasEnded = ahead !== undefined && nowMs > ahead + aheadEndedMs;
    const latest = Math.max(latestMs, stored.get(latestTime) ?? 0);
    const difference = (await clockDifferenceMs(db, now)) ?? 0;
    const isAhead = difference > toleratedMs;
    const wasAhead = latest > nowMs + toleratedMs || (hasEnded && !isAhead);
    const ended = wasAhead ? await endWaits(db, nowMs, pause) : 0;
    latestMs = nowMs;
    if (hasEnded && !isAhead) {
      await db.query
        .deleteFrom('settings')
        .where('name', '=', lastAhead)
        .where('value', '=', new Date(ahead).toISOString())
        .execute();
    }
    // The time of a process whose clock is wrong would be ahead of that of all others.
    if (Math.abs(difference) <= maxClockDifferenceMs) await storeTime(db, latestTime, nowMs);
    else if (isAhead) await storeTime(db, lastAhead, Math.round(nowMs - difference));
    return ended;
  };
}

async function readTimes({ query }: Database): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [latestTime, lastAhead])
    .execute();
  return new Map(rows.map(({ name, value }) => [name, Date.parse(value)]));
}

async function storeTime(db: Database, name: string, timeMs: number): Promise<void> {
  const value = new Date(timeMs).toISOString();
  await db.relaxedTransaction(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name, value })
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
