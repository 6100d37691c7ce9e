import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../http/caller.ts';
import { type WriteBehind, type WriteBehindOptions, writeBehind } from '../db/write-behind.ts';
import { type RequestBlock, RequestBlocks } from './request-block.ts';
import type { RequestLogStore } from './store.ts';

/** Longest time until a request appears in the log. */
const waitMs = 1000;

/** Blocks per transaction. On SQLite, other work waits for it for a few milliseconds. */
const batchSize = 100;

/** At most 10 MB. Several seconds of requests at the highest rate of a process. */
const maxWaiting = 400;

/** What the log needs to know of a request. */
export interface LoggableRequest extends Pick<FastifyRequest, 'id' | 'method' | 'failureCode'> {
  caller: Pick<Caller, 'accountId' | 'keyId'> | null;
  refusedKey: Pick<Caller, 'accountId' | 'keyId'> | null;
  routeOptions: Pick<FastifyRequest['routeOptions'], 'url'>;
}

/**
 * Logs every request with a known key after its response. Omits path values, queries, headers,
 * bodies and IP addresses. Requests never wait for the log.
 */
export function recordRequests(
  app: FastifyInstance,
  store: Pick<RequestLogStore, 'add'>,
  now: () => Date,
): WriteBehind<RequestBlock> {
  const { records, record } = requestRecorder(store, now, ({ dropped, error }) =>
    app.log.warn(
      { event: 'request_log.dropped', err: error, dropped },
      'requests could not be written to the request log',
    ),
  );
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
  return records;
}

/** Creates a function that logs a request, and the records that wait to be written. */
export function requestRecorder(
  store: Pick<RequestLogStore, 'add'>,
  now: () => Date,
  onProblem: WriteBehindOptions<RequestBlock>['onProblem'],
) {
  const records = writeBehind<RequestBlock>({
    write(written) {
      for (const block of written) blocks.close(block);
      return store.add(written, now());
    },
    waitMs,
    batchSize,
    countOf: ({ size }) => size,
    maxWaiting,
    onProblem,
  });
  const blocks = new RequestBlocks((block) => records.add(block));
  const names = new Map<string, string>();
  const routeName = (pattern: string) => {
    const known = names.get(pattern);
    if (known !== undefined) return known;
    const name = pattern.replace(/:(\w+)/g, '{$1}');
    names.set(pattern, name);
    return name;
  };
  function record(
    request: LoggableRequest,
    reply: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>,
  ): void {
    const key = request.caller ?? request.refusedKey;
    if (!key) return;
    blocks.add({
      accountId: key.accountId,
      keyId: key.keyId,
      requestId: request.id,
      occurredAtMs: now().getTime(),
      method: request.method,
      route: routeName(request.routeOptions.url ?? ''),
      status: reply.statusCode,
      code: request.failureCode,
      durationMs: Math.round(reply.elapsedTime),
    });
  }
  return { records, record };
}
