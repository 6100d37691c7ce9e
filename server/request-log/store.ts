import { type SelectQueryBuilder, sql } from 'kysely';
import { decodeTime, isValid as isUlid } from 'ulid';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { positionsPerMs } from '../db/usage-tables.ts';
import { engineOf } from '../db/sql-dialect.ts';
import { environmentOf } from '../values/environment.ts';
import type { LoggedRequest, RequestFilter } from './contract.ts';
import {
  maxBlockSize,
  type NewLoggedRequest,
  readBlock,
  type RequestBlock,
} from './request-block.ts';

/** A page of the log. */
export interface RequestLogPage {
  requests: LoggedRequest[];
  /** Position at which the next page starts, or null if there are no more requests. */
  next: number | null;
  /**
   * Position after which newer requests begin. Null for a page that continues with older requests.
   */
  latest: number | null;
}

export type RequestLogStore = ReturnType<typeof requestLogStore>;

/**
 * Maximum number of requests that one call compares with the filter. If few requests match, the
 * call returns a short page instead of reading the complete log.
 */
const maxCompared = 10_000;

/** Maximum number of blocks per insert, because the number of parameters is limited. */
const blocksPerStatement = 200;

/**
 * Maximum number of blocks per read. The first read cannot know how many requests the blocks
 * contain.
 */
const blocksPerRead = { first: 8, most: 2000 };

/** Longest time from the start of a request until it is logged. Uploads can take minutes. */
const maxRequestMs = 15 * 60_000;

/**
 * Longest time between the end of a request and its insertion, including a short database outage.
 */
const maxWriteDelayMs = 5 * 60_000;

/** Key of the PostgreSQL advisory lock that orders writes to the log. The number is arbitrary. */
const writeLock = 7_305_114_921;

/** Stores requests with API keys, by account, in the order in which they were written. */
export function requestLogStore(db: Database) {
  const ofAccount = (accountId: string) =>
    db.query.selectFrom('request_log_blocks').where('account_id', '=', accountId);

  return {
    /**
     * Adds requests. Positions increase in commit order across processes, so a reader that
     * continues after a position misses nothing.
     */
    async add(blocks: readonly RequestBlock[], now: Date): Promise<void> {
      await db.relaxedTransaction(async (tx) => {
        if (engineOf(tx) === 'postgres') {
          await sql`select pg_advisory_xact_lock(${writeLock})`.execute(tx);
        }
        const { last } = await tx
          .selectFrom('request_log_blocks')
          .select((eb) => eb.fn.max('position').as('last'))
          .executeTakeFirstOrThrow();
        let next = Math.max(now.getTime() * positionsPerMs, Number(last ?? 0) + 1);
        const rows = blocks.map((block): Block => {
          const { accountId, size, errors } = block;
          next += size;
          const requests = block.toJson();
          return { position: next - 1, account_id: accountId, size, errors, requests };
        });
        for (let at = 0; at < rows.length; at += blocksPerStatement) {
          const values = rows.slice(at, at + blocksPerStatement);
          await tx.insertInto('request_log_blocks').values(values).execute();
        }
      });
    },

    /**
     * Returns a page of an account's requests.
     *
     * @param accountId - A live account or a test environment.
     * @param start - `upTo` continues with older requests at a page's `next`. `after` returns the
     * requests after a page's `latest`, oldest first. Without either, the page starts with the
     * newest request.
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
      // Read first, because requests logged in the meantime belong to the next poll.
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
    const last = Math.min(position, span.last);
    const blocks = narrow(ofAccount(accountId), filter)
      .where('position', '>=', span.first)
      .orderBy('position', 'desc');
    // The block that contains the position ends at a later position.
    const readBlocks = (from: number, count: number) =>
      blocks
        .where('position', '<', from + maxBlockSize)
        .where((eb) => eb(eb('position', '-', eb.ref('size')), '<', from))
        .limit(count)
        .selectAll()
        .execute();
    return readPage(filter, limit, { first: span.first, last, step: -1 }, readBlocks);
  }

  function readAfter(accountId: string, filter: RequestFilter, limit: number, position: number) {
    const span = positionSpan(filter);
    const first = Math.max(position + 1, span.first);
    const blocks = narrow(ofAccount(accountId), filter).orderBy('position');
    const readBlocks = (from: number, count: number) =>
      blocks.where('position', '>=', from).limit(count).selectAll().execute();
    return readPage(filter, limit, { first, last: span.last, step: 1 }, readBlocks);
  }
}

/**
 * Reads blocks until a page is full or enough requests were compared with the filter.
 *
 * @param range - Positions of the page. `step` is -1 for the newest first.
 * @param readBlocks - Returns up to `count` blocks in the direction of `step`, beginning with the
 * one that contains the position `from` or, if there is none, with the next one.
 */
async function readPage(
  filter: RequestFilter,
  limit: number,
  range: { first: number; last: number; step: 1 | -1 },
  readBlocks: (from: number, count: number) => Promise<Block[]>,
): Promise<{ requests: LoggedRequest[]; next: number | null; last: number }> {
  const { first, last, step } = range;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const requests: LoggedRequest[] = [];
  let lastPosition = 0;
  let compared = 0;
  let from = step > 0 ? first : last;
  let count = blocksPerRead.first;
  for (;;) {
    const blocks = await readBlocks(from, count);
    for (const { position, request } of requestsOf(blocks, step)) {
      if (step > 0 ? position < from : position > from) continue;
      if (position < first || position > last) return { requests, next: null, last: lastPosition };
      if (compared === maxCompared) return { requests, next: position, last: lastPosition };
      compared += 1;
      from = position + step;
      if (!matches(request, filter)) continue;
      if (requests.length === limit) return { requests, next: position, last: lastPosition };
      requests.push(toLoggedRequest(request));
      lastPosition = position;
    }
    if (blocks.length < count) return { requests, next: null, last: lastPosition };
    const size = compared / blocks.length;
    const wanted = isFiltered ? maxCompared - compared : limit + 1 - requests.length;
    count = Math.min(
      blocksPerRead.most,
      Math.ceil(wanted / Math.max(1, size)) + blocksPerRead.first,
    );
  }
}

type Block = Schema['request_log_blocks'];

/** Returns the requests in blocks with their positions, in the order of the blocks. */
function* requestsOf(blocks: Block[], step: 1 | -1) {
  for (const { position, account_id: accountId, requests: json } of blocks) {
    const requests = readBlock(accountId, json);
    const start = Number(position) - requests.length + 1;
    for (let at = 0; at < requests.length; at += 1) {
      const index = step > 0 ? at : requests.length - 1 - at;
      const request = requests[index];
      if (request) yield { position: start + index, request };
    }
  }
}

function matches(request: NewLoggedRequest, filter: RequestFilter): boolean {
  const { keyId, requestId, occurredAtMs, route, status, code } = request;
  return (
    (filter.status === undefined || Math.floor(status / 100) === Number(filter.status[0])) &&
    (filter.route === undefined || route === filter.route) &&
    (filter.keyId === undefined || keyId === filter.keyId) &&
    (filter.code === undefined || code === filter.code) &&
    (filter.requestId === undefined || requestId === filter.requestId) &&
    (filter.from === undefined || occurredAtMs >= Date.parse(filter.from)) &&
    (filter.to === undefined || occurredAtMs <= Date.parse(filter.to))
  );
}

type BlockQuery = SelectQueryBuilder<Schema, 'request_log_blocks', object>;

/**
 * Reads only blocks with errors if the filter matches nothing else, so that the index of errors can
 * be used.
 */
function narrow(query: BlockQuery, { status, code }: RequestFilter): BlockQuery {
  const isErrorOnly = code !== undefined || status === '4xx' || status === '5xx';
  return isErrorOnly ? query.where('errors', '>', sql.lit(0)) : query;
}

/**
 * Returns the range of positions that can contain matching requests. Positions and request ids
 * contain times.
 */
function positionSpan({ from, to, requestId }: RequestFilter): { first: number; last: number } {
  const started = requestId === undefined ? null : timeOfRequest(requestId);
  const firstMs = Math.max(from ? Date.parse(from) : 0, started ?? 0);
  const lastMs = Math.min(
    to ? Date.parse(to) + maxWriteDelayMs : Number.MAX_SAFE_INTEGER / positionsPerMs,
    started === null ? Number.MAX_SAFE_INTEGER / positionsPerMs : started + maxRequestMs,
  );
  return { first: firstMs * positionsPerMs, last: Math.floor(lastMs * positionsPerMs) };
}

/**
 * Returns the time at which the request with this id started, or null if it is not a request id.
 */
function timeOfRequest(requestId: string): number | null {
  const ulid = requestId.replace(/^req_/, '');
  return isUlid(ulid) ? decodeTime(ulid) : null;
}

function toLoggedRequest({ accountId, occurredAtMs, ...request }: NewLoggedRequest): LoggedRequest {
  const { requestId, method, route, status, code, durationMs, keyId } = request;
  const occurredAt = new Date(occurredAtMs).toISOString();
  const environment = environmentOf(accountId);
  return { requestId, occurredAt, method, route, status, code, durationMs, keyId, environment };
}
