import { sql } from 'kysely';
import { textList } from './db/sql-dialect.ts';
import type { Database } from './db/open.ts';
import { indexerStore } from './search/external/store.ts';
import type { QueueState, StoredState } from './telemetry/state-metrics.ts';

/** Limits the count of each queue, so that a long queue does not make `/metrics` slow. */
const maxCounted = 10_000;
/** Maximum number of webhooks with pending deliveries that are searched for due ones. */
const maxWebhooks = 1000;

/**
 * Reads the database values for the metrics. Each query reads a limited number of entries of one
 * index.
 */
export async function readStoredState(
  db: Database,
  now: Date,
  hasExternalSearch: boolean,
): Promise<StoredState> {
  const at = now.toISOString();
  const [deliveries, beacons, chapters, domains, enrichment, searchIndex, ratesMs, databaseBytes] =
    await Promise.all([
      dueDeliveries(db, at),
      queue(db, 'beacons', sql`select received_at as since from beacon_queue order by id`),
      queue(
        db,
        'chapters',
        sql`select publish_at as since from serial_chapters
          where state = 'scheduled' and publish_at <= ${at} order by publish_at`,
      ),
      queue(
        db,
        'domains',
        sql`select due_at as since from verified_hosts where due_at <= ${at} order by due_at`,
      ),
      queue(
        db,
        'enrichment',
        sql`select due_at as since from enrichment_asks
          where source in ('openlibrary', 'googlebooks') and due_at <= ${at}`,
      ),
      hasExternalSearch ? unindexed(db) : noChanges,
      newestRates(db),
      size(db),
    ]);
  return {
    queues: [deliveries, beacons, chapters, domains, enrichment, searchIndex],
    ratesMs,
    databaseBytes,
  };
}

const noChanges: QueueState = { queue: 'search-index', items: 0, oldestMs: null };

/** Changes that the external search engine lacks. */
async function unindexed(db: Database): Promise<QueueState> {
  const { changes, currentMs } = await indexerStore(db).progress();
  const oldestMs = changes === 0 ? null : currentMs;
  return { queue: 'search-index', items: Math.min(changes, maxCounted), oldestMs };
}

/** @param items - Query for the items' times, in a column named `since`. */
async function queue(
  { query }: Database,
  name: QueueState['queue'],
  items: ReturnType<typeof sql>,
): Promise<QueueState> {
  const { rows } = await sql<{ items: number; oldest: string | null }>`
    select count(*) as items, min(since) as oldest
    from (${items} limit ${maxCounted}) as item`.execute(query);
  return toState(name, rows[0]);
}

/** Walks the index from webhook to webhook, so that deliveries due later add no cost. */
async function dueDeliveries({ query }: Database, at: string): Promise<QueueState> {
  const isDue = sql`due_at is not null and due_at <= ${at} and (lease is null or lease < ${at})`;
  const { rows: lanes } = await sql<{ id: string; oldest: string | null }>`
    with recursive lane(id) as (
      select (select min(webhook_id) from webhook_deliveries where due_at is not null)
      union all
      select (select min(webhook_id) from webhook_deliveries
        where due_at is not null and webhook_id > lane.id)
      from lane where lane.id is not null
    )
    select lane.id as id, (
      select due_at from webhook_deliveries where webhook_id = lane.id and ${isDue}
      order by due_at limit 1
    ) as oldest
    from lane where lane.id is not null limit ${maxWebhooks}`.execute(query);
  const due = lanes.flatMap(({ id, oldest }) => (oldest === null ? [] : { id, oldest }));
  if (due.length === 0) return toState('deliveries', undefined);
  const ids = textList(
    query,
    due.map(({ id }) => id),
  );
  const { rows } = await sql<{ items: number }>`
    select count(*) as items from (
      select 1 from webhook_deliveries where webhook_id in ${ids} and ${isDue} limit ${maxCounted}
    ) as item`.execute(query);
  const oldest = due.map((one) => one.oldest).sort()[0] ?? null;
  return toState('deliveries', { items: rows[0]?.items ?? 0, oldest });
}

function toState(
  name: QueueState['queue'],
  row: { items: number; oldest: string | null } | undefined,
): QueueState {
  const { items = 0, oldest = null } = row ?? {};
  return { queue: name, items, oldestMs: oldest === null ? null : Date.parse(oldest) };
}

async function newestRates({ query }: Database): Promise<number | null> {
  const row = await query
    .selectFrom('rate_tables')
    .select('date')
    .where('state', '=', 'good')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? Date.parse(row.date) : null;
}

async function size({ engine, query }: Database): Promise<number> {
  const statement =
    engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`;
  const { rows } = await statement.execute(query);
  return rows[0]?.bytes ?? 0;
}
