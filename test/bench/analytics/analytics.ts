import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { countNextBeacons } from '../../../server/analytics/count-beacons.ts';
import { pruneAnalytics } from '../../../server/analytics/prune-analytics.ts';
import {
  type AnalyticsReports,
  analyticsReports,
  type ReportQuery,
} from '../../../server/analytics/reports.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { type Database, type Engine, openDatabase } from '../../../server/db/open.ts';
import { jsonRows } from '../../../server/db/sql-dialect.ts';
import { newPostgresDatabase, postgresMissing } from '../../server/postgres.ts';
import { machine } from '../machine.ts';
import { measureWrites } from './measure-writes.ts';
import { beaconsPerReading, benchAccount, benchBooks, generateDay } from './generate-beacons.ts';

export interface AnalyticsBenchOptions {
  /** Number of beacons, spread over a year. */
  beacons: number;
  /** Number of beacons counted in one transaction. */
  batch: number;
  engines: Engine[];
  rounds: number;
  /** Print one JSON document instead of tables. */
  json?: boolean;
}

const days = 365;
const lastDay = '2026-11-21';

const year = { from: '2025-11-22', to: lastDay, limit: 100 };
const months = { ...year, interval: 'month' } as const;
const byDay = { ...year, interval: 'day' } as const;
const recent = { ...byDay, from: '2026-08-24' };
const page = { ...byDay, compare: 'previous', groupBy: 'book' } as const;
const queries: [title: string, report: keyof AnalyticsReports, query: ReportQuery][] = [
  ["the console's page of a year", 'combined', page],
  ['… by campaign', 'combined', { ...page, groupBy: 'campaign' }],
  ['… by affiliate', 'combined', { ...page, groupBy: 'affiliate' }],
  ['… of one book by country', 'combined', { ...page, book: benchBooks[0], groupBy: 'country' }],
  ['opens of a year by day', 'opens', byDay],
  ['… compared with the year before', 'opens', { ...byDay, compare: 'previous' }],
  ['… by book', 'opens', { ...months, groupBy: 'book' }],
  ['… by campaign', 'opens', { ...months, groupBy: 'campaign' }],
  ['… by country, of one book', 'opens', { ...months, groupBy: 'country', book: benchBooks[0] }],
  ['… by book, in one country', 'opens', { ...months, groupBy: 'book', country: 'DE' }],
  ['reading of a year by day', 'reading', byDay],
  ['… of one book', 'reading', { ...byDay, book: benchBooks[0] }],
  ['funnel of a year by month', 'funnel', months],
  [
    'opens of 90 days by book, on phones in one country',
    'opens',
    { ...recent, groupBy: 'book', country: 'DE', device: 'phone' },
  ],
];

/** Counting rate, size of the database, and time of a year's reports. */
export async function benchAnalytics(options: AnalyticsBenchOptions): Promise<void> {
  if (postgresMissing && options.engines.includes('postgres')) console.error(postgresMissing);
  const results = [];
  const before = machine();
  for (const engine of options.engines) {
    if (engine === 'postgres' && postgresMissing) continue;
    results.push(await measure(engine, options));
  }
  const loads = [before.load, machine().load];
  if (options.json) {
    console.log(JSON.stringify({ machine: { ...before, loads }, options, results }, null, 2));
  } else {
    for (const result of results) console.log(`${reportOf(result)}\n`);
    console.log(`load average ${loads.map((load) => load.toFixed(1)).join(' → ')}`);
  }
  process.exit(0);
}

type Result = Awaited<ReturnType<typeof measure>>;

async function measure(engine: Engine, { beacons, batch, rounds, json }: AnalyticsBenchOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-analytics-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const sqlitePath = join(folder, 'svc.sqlite');
  const db = openDatabase(
    engine === 'sqlite' ? { sqlitePath } : { url: await newPostgresDatabase({ isDurable: true }) },
  );
  await migrate(db, () => new Date());
  await db.query
    .insertInto('accounts')
    .values({ id: benchAccount, name: 'bench', created_at: lastDay })
    .execute();

  const readingsPerDay = Math.ceil(beacons / beaconsPerReading / days);
  let counted = 0;
  let countingMs = 0;
  const batchesMs: number[] = [];
  for (let index = 0; index < days; index += 1) {
    const day = new Date(Date.parse(year.from) + index * 86_400_000);
    await queueBeacons(db, generateDay(day.toISOString().slice(0, 10), readingsPerDay, index + 1));
    for (;;) {
      const startMs = performance.now();
      const taken = await countNextBeacons(db, { beacons: batch });
      const ms = performance.now() - startMs;
      if (taken === 0) break;
      counted += taken;
      countingMs += ms;
      batchesMs.push(ms);
    }
    await pruneAnalytics(db, new Date(day.getTime() + 86_400_000), async () => undefined);
    if (!json && index % 30 === 29)
      console.error(`${engine}: ${counted.toLocaleString('en')} beacons`);
  }
  const sizes = await tableSizes(db);
  const reports = analyticsReports({
    db,
    now: () => new Date(`${lastDay}T23:00:00Z`),
    sectionTitles: async () => null,
  });
  const times = [];
  for (const [title, report, query] of queries) {
    const ms: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startMs = performance.now();
      await reports[report](benchAccount, query);
      ms.push(performance.now() - startMs);
    }
    times.push({ title, ms: median(ms), maxMs: Math.max(...ms) });
  }
  const writes = await measureWrites(db);
  await db.close();
  return {
    engine,
    counted,
    perSecond: counted / (countingMs / 1000),
    batchMs: median(batchesMs),
    slowBatchMs:
      batchesMs.toSorted((one, other) => one - other)[Math.floor(batchesMs.length * 0.99)] ?? 0,
    sizes,
    times,
    writeMs: {
      without: median(writes.without),
      queued: median(writes.queued),
      counting: median(writes.counting),
    },
  };
}

async function queueBeacons(db: Database, rows: ReturnType<typeof generateDay>): Promise<void> {
  await db.relaxedTransaction(async (tx) => {
    for (let at = 0; at < rows.length; at += 5000) {
      const some = rows
        .slice(at, at + 5000)
        .map((row) => [row.id, row.trace_id, row.account_id, row.received_at, row.body]);
      await sql`insert into beacon_queue (id, trace_id, account_id, received_at, body)
        select one.value ->> 0, one.value ->> 1, one.value ->> 2, one.value ->> 3, one.value ->> 4
        from ${jsonRows(tx, some)}`.execute(tx);
    }
  });
}

const measuredTables = ['analytics_days', 'analytics_hours', 'beacons'] as const;

/** Number of rows in the tables, and their size in bytes with indexes. */
async function tableSizes(db: Database) {
  const sizes = [];
  for (const table of measuredTables) {
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select (select count(*) from ${sql.table(table)}) as rows, (${
        db.engine === 'postgres'
          ? sql`pg_total_relation_size(${sql.lit(table)})`
          : sql`select sum(pgsize) from dbstat where name in (
              select name from sqlite_schema where tbl_name = ${sql.lit(table)})`
      }) as bytes`.execute(db.query);
    sizes.push({ table, rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) });
  }
  return sizes;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function reportOf({
  engine,
  counted,
  perSecond,
  batchMs,
  slowBatchMs,
  sizes,
  times,
  writeMs,
}: Result) {
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const fact = (name: string, text: string) => `  ${name.padEnd(52)} ${text}`;
  return [
    `${counted.toLocaleString('en')} beacons of a year on ${engine}`,
    fact('counted per second', perSecond.toFixed(0)),
    fact('transaction, p50 and p99', `${batchMs.toFixed(1)} and ${slowBatchMs.toFixed(1)} ms`),
    ...sizes.map(({ table, rows, bytes }) => {
      const perMillion = mb((bytes / counted) * 1e6);
      return fact(
        table,
        `${rows.toLocaleString('en')} rows, ${mb(bytes)} (${perMillion} per million beacons)`,
      );
    }),
    fact(
      'beacon request without analytics, queued, counting',
      `${writeMs.without.toFixed(2)}, ${writeMs.queued.toFixed(2)}, ${writeMs.counting.toFixed(2)} ms`,
    ),
    ...times.map(({ title, ms, maxMs }) =>
      fact(title, `${ms.toFixed(1)} ms, at most ${maxMs.toFixed(1)} ms`),
    ),
  ].join('\n');
}
