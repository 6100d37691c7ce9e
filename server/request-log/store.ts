import { type SelectQueryBuilder, sql } from 'kysely';
import { decodeTime, isValid as isUlid } from 'ulid';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { positionsPerMs } from '../db/usage-tables.ts';
import { engineOf, jsonRows } from '../db/sql-dialect.ts';
import { environmentOf } from '../values/environment.ts';
import type { LoggedRequest, RequestFilter, StatusClass } from './contract.ts';

/** A request to be logged. */
export interface NewLoggedRequest extends Omit<LoggedRequest, 'occurredAt' | 'environment'> {
  accountId: string;
  /** Milliseconds since 1970. */
  occurredAtMs: number;
}

/** A page of the log. */
export interface RequestLogPage {
  requests: LoggedRequest[];
  /** Position at which the next page starts, or null if there are no more requests. */
  next: number | null;
  /** Position after which later requests follow. Null for a page that continues with older requests. */
  latest: number | null;
}

export type RequestLogStore = ReturnType<typeof requestLogStore>;

/**
 * Requests that one call compares with the filter. A filter that matches rarely returns a short page instead of
 * reading the complete log.
 */
const maxCompared = 10_000;

/** Longest time from the start of a request until it is logged. Uploads can take minutes. */
const maxRequestMs = 15 * 60_000;

/** Longest time between the end of a request and its writing, including a short outage of the database. */
const maxWriteDelayMs = 5 * 60_000;

/** Ends a PostgreSQL transaction's turn to write to the log. A random number. */
const writeLock = 7_305_114_921;

/** Requests with API keys, by account, in the order in which they were written. */
export function requestLogStore(db: Database) {
  const ofAccount = (accountId: string) =>
    db.query.selectFrom('request_log').where('account_id', '=', accountId);

  return {
    /**
     * Adds requests. Positions increase in commit order across processes, so a reader that continues after a position
     * misses nothing.
     */
    async add(requests: readonly NewLoggedRequest[], now: Date): Promise<void> {
      await db.relaxedTransaction(async (tx) => {
        if (engineOf(tx) === 'postgres') {
          await sql`select pg_advisory_xact_lock(${writeLock})`.execute(tx);
        }
        const { last } = await tx
          .selectFrom('request_log')
          .select((eb) => eb.fn.max('position').as('last'))
          .executeTakeFirstOrThrow();
        const first = Math.max(now.getTime() * positionsPerMs, Number(last ?? 0) + 1);
        const rows = requests.map((request, index) => toRow(request, first + index));
        await sql`insert into request_log (position, account_id, key_id, request_id, occurred_at, method, route, status,
            code, duration_ms)
          select cast(one.value ->> 0 as bigint), one.value ->> 1, one.value ->> 2, one.value ->> 3, one.value ->> 4,
            one.value ->> 5, one.value ->> 6, cast(one.value ->> 7 as integer), one.value ->> 8,
            cast(one.value ->> 9 as integer)
          from ${jsonRows(tx, rows)}`.execute(tx);
      });
    },

    /**
     * Returns a page of an account's requests.
     *
     * @param accountId - A live account or a test environment.
     * @param start - `upTo` continues with older requests at a page's `next`. `after` returns the requests after a
     * page's `latest`, oldest first. Without either, the page starts with the newest request.
     */
    async read(
      accountId: string,
      filter: RequestFilter,
      limit: number,
      start: { upTo?: number; after?: number },
    ): Promise<RequestLogPage> {
      const { upTo, after } = start;
      if (upTo !== undefined) {
        const { requests, next } = await readUpTo(accountId, filter, limit, upTo);
        return { requests, next, latest: null };
      }
      // Read first because requests that are logged in the meantime belong to the next poll.
      const { last } = await ofAccount(accountId)
        .select((eb) => eb.fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      const head = Number(last ?? 0);
      if (after === undefined) {
        const { requests, next } = await readUpTo(accountId, filter, limit, head);
        return { requests, next, latest: head };
      }
      const { requests, next, last: read } = await readAfter(accountId, filter, limit, after);
      const reached = Math.max(after, head, read);
      return { requests, next: null, latest: next === null ? reached : next - 1 };
    },
  };

  function readUpTo(accountId: string, filter: RequestFilter, limit: number, position: number) {
    const span = positionSpan(filter);
    const compared = narrow(ofAccount(accountId), filter.status, filter.code)
      .where('position', '<=', Math.min(position, span.last))
      .where('position', '>=', span.first)
      .orderBy('position', 'desc');
    return readPage(compared, filter, limit, 'desc');
  }

  function readAfter(accountId: string, filter: RequestFilter, limit: number, position: number) {
    const span = positionSpan(filter);
    const compared = narrow(ofAccount(accountId), filter.status, filter.code)
      .where('position', '>', Math.max(position, span.first - 1))
      .where('position', '<=', span.last)
      .orderBy('position');
    return readPage(compared, filter, limit, 'asc');
  }

  async function readPage(
    compared: LogQuery,
    filter: RequestFilter,
    limit: number,
    order: 'asc' | 'desc',
  ): Promise<{ requests: LoggedRequest[]; next: number | null; last: number }> {
    const { status, route, keyId, code, requestId, from, to } = filter;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const rows = await db.query
      .selectFrom(
        compared
          .selectAll()
          .limit(isFiltered ? maxCompared : limit + 1)
          .as('compared'),
      )
      .selectAll()
      .$if(status !== undefined, (query) => {
        const [least, most] = statusRange(status ?? '2xx');
        return query.where('status', '>=', least).where('status', '<=', most);
      })
      .$if(route !== undefined, (query) => query.where('route', '=', route ?? ''))
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
      .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
      .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId ?? ''))
      .$if(from !== undefined, (query) => query.where('occurred_at', '>=', from ?? ''))
      .$if(to !== undefined, (query) => query.where('occurred_at', '<=', to ?? ''))
      .orderBy('position', order)
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const requests = page.map(toLoggedRequest);
    const last = page.at(-1)?.position ?? 0;
    const following = rows[limit];
    if (following || !isFiltered) return { requests, next: following?.position ?? null, last };
    const rest = await compared.select('position').offset(maxCompared).limit(1).executeTakeFirst();
    return { requests, next: rest?.position ?? null, last };
  }
}

type LogQuery = SelectQueryBuilder<Schema, 'request_log', object>;

/** Reads only errors if the filter matches nothing else, so that the index of errors can be used. */
function narrow(query: LogQuery, status: StatusClass | undefined, code: string | undefined) {
  const isErrorOnly = code !== undefined || status === '4xx' || status === '5xx';
  return isErrorOnly ? query.where('status', '>=', sql.lit(400)) : query;
}

function statusRange(status: StatusClass): [number, number] {
  const first = Number(status[0]) * 100;
  return [first, first + 99];
}

/** The positions at which matching requests can be. Positions and request ids contain times. */
function positionSpan({ from, to, requestId }: RequestFilter): { first: number; last: number } {
  const started = requestId === undefined ? null : timeOf(requestId);
  const firstMs = Math.max(from ? Date.parse(from) : 0, started ?? 0);
  const lastMs = Math.min(
    to ? Date.parse(to) + maxWriteDelayMs : Number.MAX_SAFE_INTEGER / positionsPerMs,
    started === null ? Number.MAX_SAFE_INTEGER / positionsPerMs : started + maxRequestMs,
  );
  return { first: firstMs * positionsPerMs, last: Math.floor(lastMs * positionsPerMs) };
}

/** Time at which a request with this id started, or null if it is not the id of a request. */
function timeOf(requestId: string): number | null {
  const ulid = requestId.replace(/^req_/, '');
  return isUlid(ulid) ? decodeTime(ulid) : null;
}

function toRow(request: NewLoggedRequest, position: number): (string | number | null)[] {
  const { accountId, keyId, requestId, occurredAtMs } = request;
  const { method, route, status, code, durationMs } = request;
  const at = new Date(occurredAtMs).toISOString();
  return [position, accountId, keyId, requestId, at, method, route, status, code, durationMs];
}

function toLoggedRequest(row: Schema['request_log']): LoggedRequest {
  return {
    requestId: row.request_id,
    occurredAt: row.occurred_at,
    method: row.method,
    route: row.route,
    status: row.status,
    code: row.code,
    durationMs: row.duration_ms,
    keyId: row.key_id,
    environment: environmentOf(row.account_id),
  };
}
