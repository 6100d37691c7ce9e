import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { engineOf, jsonRows, textList } from '../db/sql-dialect.ts';
import { addToCounts, type CountedRow } from './add-to-counts.ts';
import { type StoredBeacon, toBeacon } from './beacon.ts';
import { addCounts, areEmpty, type Counts, emptyCounts } from './counts.ts';
import { dayKinds, isStored, monthCode, valueColumns } from './day-kinds.ts';
import { limitCampaigns, maxCampaigns } from './limit-campaigns.ts';
import { type MeasuredReading, measureReading } from './measure-reading.ts';

/** Beacons per transaction. On SQLite, other writes wait for them. */
const batchSize = 100;
/** Limits the beacons per reading because a token could be used to send beacons indefinitely. */
const maxBeaconsPerReading = 500;
/**
 * Identifies the advisory lock that lets only one process count at a time. The number is arbitrary
 * but unique.
 */
const turnLock = 7_311_029;

/**
 * Counts the next queued beacons. Moves them from the queue to the retained beacons, and adds the
 * changes in their readings' measures to the hours and days. Runs in one transaction, so every
 * beacon counts exactly once, even if the process is killed. Does nothing if another process is
 * counting.
 *
 * @returns The number of beacons taken from the queue.
 */
export async function countNextBeacons(
  db: Database,
  { beacons = batchSize, campaigns = maxCampaigns }: { beacons?: number; campaigns?: number } = {},
): Promise<number> {
  const waiting = await db.query.selectFrom('beacon_queue').select('id').limit(1).execute();
  if (waiting.length === 0) return 0;
  // A power loss undoes the whole transaction, and the beacons are counted again.
  return db.relaxedTransaction(async (tx) => {
    if (!(await takeTurn(tx))) return 0;
    const fresh = await tx
      .selectFrom('beacon_queue')
      .selectAll()
      .orderBy('id')
      .limit(beacons)
      .execute();
    const ids = fresh.map(({ id }) => id);
    await tx.deleteFrom('beacon_queue').where('id', 'in', textList(tx, ids)).execute();
    await countReadings(tx, await limitCampaigns(tx, fresh, campaigns));
    return fresh.length;
  });
}

/**
 * PostgreSQL releases the lock at the end of the transaction. SQLite needs no lock because it
 * allows only one writer.
 */
async function takeTurn(tx: Queries): Promise<boolean> {
  if (engineOf(tx) === 'sqlite') return true;
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(turnLock)}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

interface ChangedReading {
  before: MeasuredReading | null;
  after: MeasuredReading | null;
}

async function countReadings(tx: Queries, fresh: StoredBeacon[]): Promise<void> {
  const traceIds = [...new Set(fresh.map(({ trace_id }) => trace_id))];
  const known = await tx
    .selectFrom('beacons')
    .selectAll()
    .where('trace_id', 'in', textList(tx, traceIds))
    .orderBy('trace_id')
    .orderBy('id')
    .execute();
  const knownByTrace = Map.groupBy(known, ({ trace_id }) => trace_id);
  const freshByTrace = Map.groupBy(fresh, ({ trace_id }) => trace_id);
  const kept: StoredBeacon[] = [];
  const changes = traceIds.map((traceId): ChangedReading => {
    const earlier = knownByTrace.get(traceId) ?? [];
    const room = Math.max(0, maxBeaconsPerReading - earlier.length);
    const added = (freshByTrace.get(traceId) ?? []).slice(0, room);
    kept.push(...added);
    return {
      before: measureReading(earlier.map(toBeacon)),
      after: measureReading([...earlier, ...added].map(toBeacon)),
    };
  });
  await keepBeacons(tx, kept);
  await countReaders(tx, changes);
  await addToCounts(tx, 'analytics_hours', hourColumns, sumRows(changes, hourRows));
  await addToCounts(tx, 'analytics_days', dayColumns, sumRows(changes, dayRows));
}

async function keepBeacons(tx: Queries, kept: StoredBeacon[]): Promise<void> {
  const rows = kept.map((row) => [row.id, row.trace_id, row.account_id, row.received_at, row.body]);
  await sql`insert into beacons (id, trace_id, account_id, received_at, body)
    select one.value ->> 0, one.value ->> 1, one.value ->> 2, one.value ->> 3, one.value ->> 4
    from ${jsonRows(tx, rows)}`.execute(tx);
}

/** Counts readers who are new on the day and in the book. */
async function countReaders(tx: Queries, changes: ChangedReading[]): Promise<void> {
  const firstReadings = new Map<string, MeasuredReading>();
  for (const { before, after } of changes) {
    if (!after?.reader || before?.reader) continue;
    const key = JSON.stringify(readerKey(after, after.reader));
    if (!firstReadings.has(key)) firstReadings.set(key, after);
  }
  if (firstReadings.size === 0) return;
  const inserted = await tx
    .insertInto('analytics_readers')
    .values(
      [...firstReadings.values()].map((reading) => {
        const [account_id, day, book_id, reader] = readerKey(reading, reading.reader ?? '');
        return { account_id, day, book_id, reader };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  for (const { account_id, day, book_id, reader } of inserted) {
    const reading = firstReadings.get(JSON.stringify([account_id, day, book_id, reader]));
    if (reading) reading.counts.readers = 1;
  }
}

function readerKey({ accountId, hour, dimensions }: MeasuredReading, reader: string) {
  return [accountId, hour.slice(0, 10), dimensions.book, reader] as const;
}

/** Sums the changes in readings by row. Omits rows without changes. */
function sumRows(
  changes: ChangedReading[],
  rowsOf: (reading: MeasuredReading) => CountedRow[],
): CountedRow[] {
  const sums = new Map<string, CountedRow>();
  const add = (reading: MeasuredReading | null, times: 1 | -1) => {
    for (const { key, counts } of reading ? rowsOf(reading) : []) {
      const text = JSON.stringify(key);
      const sum = sums.get(text) ?? { key, counts: emptyCounts() };
      addCounts(sum.counts, counts, times);
      sums.set(text, sum);
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return [...sums.values()].filter(({ counts }) => !areEmpty(counts));
}

const hourColumns = [
  'account_id',
  'hour',
  'book_id',
  'deployment_id',
  'partner_id',
  'campaign',
  'language',
  'country',
  'device',
] as const;

function hourRows({ accountId, hour, dimensions: one, counts }: MeasuredReading): CountedRow[] {
  const values = [one.book, one.deployment, one.affiliate, one.campaign];
  const key = [accountId, hour, ...values, one.language, one.country, one.device];
  return [{ key, counts }];
}

const dayColumns = ['account_id', 'kind', 'day', ...valueColumns] as const;

function dayRows({ accountId, hour, dimensions: values, counts }: MeasuredReading): CountedRow[] {
  const day = hour.slice(0, 10);
  const withoutSections: Counts = { ...counts, stops: { ...counts.stops, sections: {} } };
  return dayKinds
    .filter(({ dimensions }) => isStored(dimensions, values))
    .flatMap((kind) => {
      const { code, dimensions } = kind;
      const found = valueColumns.map((_, index) => {
        const dimension = dimensions[index];
        return dimension === undefined ? '' : values[dimension];
      });
      const byMonth = monthCode(kind);
      const counted = dimensions.includes('book') ? counts : withoutSections;
      return [
        { key: [accountId, code, day, ...found], counts: counted },
        ...(byMonth === null
          ? []
          : [{ key: [accountId, byMonth, day.slice(0, 7), ...found], counts: counted }]),
      ];
    });
}
