import { sql } from 'kysely';
import { engineOf, textList } from '../db/sql-dialect.ts';
import type { Database, Queries } from '../db/open.ts';
import { type StoredSecret, activeSecrets } from './stored-webhook.ts';

/** A delivery that this process holds until its lease ends. */
export interface DeliveryJob {
  deliveryId: string;
  lease: string;
  webhookId: string;
  accountId: string;
  url: string;
  secrets: StoredSecret[];
  eventId: string;
  body: string;
  /** Attempts before this one: all, and since it was begun anew. */
  attempts: number;
  roundAttempts: number;
}

/** What may be claimed at once. */
export interface ClaimCapacity {
  /** Deliveries in all. */
  total: number;
  /** Deliveries that one endpoint may have under way here. */
  endpointLimit: (webhookId: string) => number;
  /** How many of each endpoint are under way here. */
  inFlight: ReadonlyMap<string, number>;
}

/** A dead process holds what it took for so long: well above the 15 s that an attempt may take. */
const defaultLeaseMs = 60_000;
/** Endpoints that one claim serves: the next one goes on behind them. */
const maxEndpointsPerClaim = 64;

export interface QueueContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  leaseMs?: number;
}

/** Takes what is due, a little of each endpoint in turn, so that none has to wait for another. */
export function deliveryQueue({ db, now, newId, leaseMs = defaultLeaseMs }: QueueContext) {
  let lastLane = '';

  /** Endpoints with something due, those behind the last one first. */
  async function lanes(at: string, most: number, full: readonly string[]): Promise<string[]> {
    const behind = await findEndpointsAfter(db, at, lastLane, most, full);
    if (behind.length >= most || lastLane === '') return behind;
    const again = await findEndpointsAfter(db, at, '', most - behind.length, full);
    return [...new Set([...behind, ...again])];
  }

  return {
    /** Other processes take none of it before the lease ends. */
    async claim({ total, endpointLimit, inFlight }: ClaimCapacity): Promise<DeliveryJob[]> {
      const at = now().toISOString();
      const full = [...inFlight]
        .filter(([id, count]) => count >= endpointLimit(id))
        .map(([id]) => id);
      const found = await lanes(at, Math.min(maxEndpointsPerClaim, total), full);
      if (found.length === 0) return [];
      lastLane = found.at(-1) ?? '';

      const share = Math.max(1, Math.floor(total / found.length));
      const lanesRoom = new Map(
        found.map((id) => [id, Math.min(share, endpointLimit(id) - (inFlight.get(id) ?? 0))]),
      );
      const leaseEnd = new Date(now().getTime() + leaseMs).toISOString();
      const lease = `${leaseEnd} ${newId('lease')}`;
      const taken = await db.relaxedTransaction((tx) => claimRows(tx, lanesRoom, lease, at));
      if (taken.length === 0) return [];
      return loadJobs(db, taken, lease, at);
    },

    /** Gives back what was claimed but not begun. */
    async release(jobs: readonly DeliveryJob[]): Promise<void> {
      if (jobs.length === 0) return;
      await db.query
        .updateTable('webhook_deliveries')
        .set({ lease: null })
        .where(
          'id',
          'in',
          jobs.map(({ deliveryId }) => deliveryId),
        )
        .where('lease', 'in', [...new Set(jobs.map(({ lease }) => lease))])
        .execute();
    },
  };
}

export type DeliveryQueue = ReturnType<typeof deliveryQueue>;

/** Steps from endpoint to endpoint along the index: what waits of each does not matter. */
async function findEndpointsAfter(
  { query }: Database,
  at: string,
  behind: string,
  most: number,
  full: readonly string[],
): Promise<string[]> {
  const isNotFull = full.length > 0 ? sql`and lane.id not in ${textList(query, full)}` : sql``;
  const { rows } = await sql<{ id: string }>`
    with recursive lane(id) as (
      select (select min(webhook_id) from webhook_deliveries
        where due_at is not null and webhook_id > ${behind})
      union all
      select (select min(webhook_id) from webhook_deliveries
        where due_at is not null and webhook_id > lane.id)
      from lane where lane.id is not null
    )
    select lane.id as id from lane
    where lane.id is not null ${isNotFull} and exists (
      select 1 from webhook_deliveries as due
      where due.webhook_id = lane.id and due.due_at is not null and due.due_at <= ${at}
        and (due.lease is null or due.lease < ${at})
    )
    limit ${most}`.execute(query);
  return rows.map(({ id }) => id);
}

/**
 * Puts the lease on the first of every lane. Nothing changes that an index holds: what is taken and
 * done within a second moves in none of them.
 */
async function claimRows(
  tx: Queries,
  lanesRoom: ReadonlyMap<string, number>,
  lease: string,
  at: string,
): Promise<ClaimedRow[]> {
  const chosen =
    engineOf(tx) === 'postgres'
      ? sql`(${sql.join(
          [...lanesRoom].map(([id, most]) => dueQuery(id, most, at)),
          sql` union all `,
        )})`
      : textList(tx, await dueIds(tx, lanesRoom, at));
  const { rows } = await sql<ClaimedRow>`
    update webhook_deliveries set lease = ${lease} where id in ${chosen}
    returning id, webhook_id, account_id, event_id, attempts, round_attempts`.execute(tx);
  return rows;
}

/** PostgreSQL can pass over what another process is taking at this moment, lane by lane. */
function dueQuery(webhookId: string, most: number, at: string) {
  // In a table of its own: the order and the limit are not taken within a union.
  return sql`select id from (
    select id from webhook_deliveries
    where webhook_id = ${webhookId} and due_at is not null and due_at <= ${at}
      and (lease is null or lease < ${at})
    order by due_at, id limit ${most} for update skip locked
  ) as due`;
}

/** SQLite lets one process write at a time; a statement of one shape is prepared once. */
async function dueIds(
  tx: Queries,
  lanesRoom: ReadonlyMap<string, number>,
  at: string,
): Promise<string[]> {
  const { rows } = await sql<{ lane: string; id: string }>`
    select lane.value as lane, due.value as id
    from json_each(${JSON.stringify([...lanesRoom.keys()])}) as lane, json_each((
      select json_group_array(id) from (
        select id from webhook_deliveries
        where webhook_id = lane.value and due_at is not null and due_at <= ${at}
          and (lease is null or lease < ${at})
        order by due_at, id limit ${Math.max(...lanesRoom.values())}
      )
    )) as due`.execute(tx);
  const byLane = Map.groupBy(rows, ({ lane }) => lane);
  return [...byLane].flatMap(([lane, due]) =>
    due.slice(0, lanesRoom.get(lane)).map(({ id }) => id),
  );
}

interface ClaimedRow {
  id: string;
  webhook_id: string;
  account_id: string;
  event_id: string;
  attempts: number;
  round_attempts: number;
}

async function loadJobs(
  db: Database,
  taken: ClaimedRow[],
  lease: string,
  at: string,
): Promise<DeliveryJob[]> {
  const endpoints = await db.query
    .selectFrom('webhooks')
    .select(['id', 'url', 'secrets', 'enabled'])
    .where('id', 'in', textList(db.query, unique(taken.map((one) => one.webhook_id))))
    .execute();
  const endpointOf = new Map(
    endpoints.map((one) => [one.id, { ...one, secrets: activeSecrets(one.secrets, at) }]),
  );
  const events = await db.query
    .selectFrom('events')
    .select(['account_id', 'id', 'body'])
    .where('account_id', 'in', textList(db.query, unique(taken.map((one) => one.account_id))))
    .where('id', 'in', textList(db.query, unique(taken.map((one) => one.event_id))))
    .execute();
  const bodyOf = new Map(events.map(({ account_id, id, body }) => [`${account_id} ${id}`, body]));

  const jobs: DeliveryJob[] = [];
  for (const one of taken) {
    const endpoint = endpointOf.get(one.webhook_id);
    const body = bodyOf.get(`${one.account_id} ${one.event_id}`);
    if (!endpoint || body === undefined) await deleteDelivery(db, one.id);
    else if (endpoint.enabled === 0) await holdDelivery(db, one.id);
    else {
      jobs.push({
        deliveryId: one.id,
        lease,
        webhookId: one.webhook_id,
        accountId: one.account_id,
        url: endpoint.url,
        secrets: endpoint.secrets,
        eventId: one.event_id,
        body,
        attempts: one.attempts,
        roundAttempts: one.round_attempts,
      });
    }
  }
  return jobs;
}

/** The event came while its endpoint was removed. */
async function deleteDelivery({ query }: Database, id: string): Promise<void> {
  await query.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
}

/** The event came while its endpoint was disabled. */
async function holdDelivery({ query }: Database, id: string): Promise<void> {
  await query
    .updateTable('webhook_deliveries')
    .set({ state: 'held', due_at: null, lease: null })
    .where('id', '=', id)
    .execute();
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
