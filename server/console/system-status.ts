import { sql } from 'kysely';
import { pendingMigrations } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { compilerVersion } from '../epub/compiler-version.ts';
import { dayMs } from '../values/time.ts';
import type { SystemStatus } from './system-contract.ts';
import { listBackgroundErrors } from './store/background-errors.ts';

/** Age in days at which rates count as outdated. Banks publish none on weekends and holidays. */
const maxRatesAgeDays = 5;

export interface SystemStatusOptions {
  db: Database;
  now: () => Date;
  /** Version of the server. */
  version: string;
  /** Whether the search has read the books. Null without search. */
  isSearchReady: () => boolean;
}

/** Returns the health of the server and the number of pending jobs. */
export async function readSystemStatus(options: SystemStatusOptions): Promise<SystemStatus> {
  const { db, now, version, isSearchReady } = options;
  const at = now();
  const startMs = performance.now();
  const database = await readDatabase(db);
  const latencyMs = Math.round(performance.now() - startMs);
  return {
    version,
    nodeVersion: process.versions.node,
    compilerVersion,
    startedAt: new Date(at.getTime() - process.uptime() * 1000).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    database: { ...database, latencyMs, migrations: await readMigrations(db) },
    isSearchReady: isSearchReady(),
    rates: await readRates(db, at),
    queues: await readQueues(db, at),
    storage: { objectsUrl: db.objects?.url ?? null, ...(await countBooks(db)) },
    errors: await listBackgroundErrors(db),
  };
}

async function readDatabase(db: Database) {
  const { engine } = db;
  const text =
    engine === 'sqlite'
      ? sql<{ version: string; size: number }>`select sqlite_version() as version,
          (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as size`
      : sql<{ version: string; size: number }>`select current_setting('server_version') as version,
          pg_database_size(current_database()) as size`;
  const { rows } = await text.execute(db.query);
  return { engine, version: rows[0]?.version ?? '', sizeBytes: Number(rows[0]?.size ?? 0) };
}

async function readMigrations(db: Database): Promise<SystemStatus['database']['migrations']> {
  const rows = await db.query.selectFrom('migrations').select('name').orderBy('name').execute();
  return { applied: rows.map(({ name }) => name), pending: await pendingMigrations(db) };
}

async function readRates({ query }: Database, now: Date): Promise<SystemStatus['rates']> {
  const rows = await query
    .selectFrom('rate_tables')
    .select((eb) => ['source', eb.fn.max('date').as('date'), eb.fn.max('fetched_at').as('at')])
    .where('state', '=', 'good')
    .groupBy('source')
    .orderBy('source')
    .execute();
  const oldest = new Date(now.getTime() - maxRatesAgeDays * dayMs).toISOString().slice(0, 10);
  return rows.map(({ source, date, at }) => ({
    source,
    date,
    fetchedAt: at,
    isOutdated: date < oldest,
  }));
}

async function readQueues({ query }: Database, now: Date): Promise<SystemStatus['queues']> {
  const at = now.toISOString();
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  const [row] = await query
    .selectNoFrom((eb) => [
      eb
        .selectFrom('webhook_deliveries')
        .select((one) => one.fn.countAll().as('n'))
        .where('state', '=', 'pending')
        .as('deliveries'),
      eb
        .selectFrom('webhook_deliveries')
        .select((one) => one.fn.countAll().as('n'))
        .where('state', '=', 'failed')
        .where('finished_at', '>=', yesterday)
        .as('failedDeliveries'),
      eb
        .selectFrom('serial_chapters')
        .select((one) => one.fn.countAll().as('n'))
        .where('state', '=', 'scheduled')
        .as('scheduledChapters'),
      eb
        .selectFrom('serial_chapters')
        .select((one) => one.fn.countAll().as('n'))
        .where('state', '=', 'scheduled')
        .where('publish_at', '<', at)
        .as('overdueChapters'),
      eb
        .selectFrom('book_versions')
        .select((one) => one.fn.countAll().as('n'))
        .where('replaced_at', 'is', null)
        .where('compiler_version', '<', compilerVersion)
        .as('outdatedBooks'),
      eb
        .selectFrom('uploads')
        .select((one) => one.fn.countAll().as('n'))
        .as('uploads'),
    ])
    .execute();
  return {
    deliveries: Number(row?.deliveries),
    failedDeliveries: Number(row?.failedDeliveries),
    scheduledChapters: Number(row?.scheduledChapters),
    overdueChapters: Number(row?.overdueChapters),
    outdatedBooks: Number(row?.outdatedBooks),
    uploads: Number(row?.uploads),
  };
}

async function countBooks({ query }: Database) {
  const { books } = await query
    .selectFrom('books')
    .select((eb) => eb.fn.countAll().as('books'))
    .executeTakeFirstOrThrow();
  const { files } = await query
    .selectFrom('epub_files')
    .select((eb) => eb.fn.countAll().as('files'))
    .executeTakeFirstOrThrow();
  return { books: Number(books), files: Number(files) };
}
