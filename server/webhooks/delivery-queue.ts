import { sql } from 'kysely';
import { engineOf, textList } from '../db/sql-dialect.ts';
import type { Database, Queries } from '../db/open.ts';
import { type StoredSecret, activeSecrets } from './stored-webhook.ts';

/** A delivery claimed by this process until its lease ends. */
export interface DeliveryJob {
  deliveryId: string;
  lease: string;
  webhookId: string;
  accountId: string;
  url: string;
  secrets: StoredSecret[];
  eventId: string;
  body: string;
  /** `traceparent` of the request that caused the event, or null if it was not traced. */
  traceparent: string | null;
  /** Number of earlier attempts, in total and since the last manual retry. */
  attempts: number;
  roundAttempts: number;
}

/** Number of deliveries to claim. */
export interface ClaimCapacity {
  /** Maximum number of deliveries in total. */
  total: number;
  /** Maximum number of one webhook's deliveries in flight in this process. */
  endpointLimit: (webhookId: string) => number;
  /** Deliveries in flight in this process, by webhook. */
  inFlight: ReadonlyMap<string, number>;
}

/** How long a claim is valid. Well above the 15-second limit of an attempt. */
const defaultLeaseMs = 60_000;
/** Maximum number of webhooks per claim. The next claim continues after them. */
const maxEndpointsPerClaim = 64;

export interface QueueContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  leaseMs?: number;
}

/** Claims due deliveries round-robin across webhooks, so a slow one does not delay the others. */
export function deliveryQueue({ db, now, newId, leaseMs = defaultLeaseMs }: QueueContext) {
  let lastLane = '';

  /** Returns webhooks with due deliveries, starting after the last served webhook. */
  async function lanes(at: string, most: number, full: readonly string[]): Promise<string[]> {
    const behind = await findEndpointsAfter(db, at, lastLane, most, full);
    if (behind.length >= most || lastLane === '') return behind;
    const again = await findEndpointsAfter(db, at, '', most - behind.length, full);
    return [...new Set([...behind, ...again])];
  }

  return {
    /** Claims deliveries. Other processes skip them until the lease ends. */
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

    /** Releases deliveries that were claimed but not started. */
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

/**
 * Walks the index from webhook to webhook, so the cost does not depend on the number of deliveries.
 */
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
 * Sets the lease on every webhook's first due deliveries. Changes no indexed column, which keeps it
 * cheap.
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
    returning id, webhook_id, account_id, event_id, attempts, round_attempts, traceparent`.execute(
    tx,
  );
  return rows;
}

/** The query for PostgreSQL. Skips rows that another process is claiming. */
function dueQuery(webhookId: string, most: number, at: string) {
  // In a subquery, because a union member cannot have an order and a limit.
  return sql`select id from (
    select id from webhook_deliveries
    where webhook_id = ${webhookId} and due_at is not null and due_at <= ${at}
      and (lease is null or lease < ${at})
    order by due_at, id limit ${most} for update skip locked
  ) as due`;
}

/**
 * The query for SQLite, which has one writer at a time. Handles any number of webhooks in one
 * statement.
 */
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
  traceparent: string | null;
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
        traceparent: one.traceparent,
        attempts: one.attempts,
        roundAttempts: one.round_attempts,
      });
    }
  }
  return jobs;
}

/** Deletes deliveries of an event that was logged while its webhook was being deleted. */
async function deleteDelivery({ query }: Database, id: string): Promise<void> {
  await query.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
}

/** Holds deliveries of an event that was logged while its webhook was being disabled. */
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
