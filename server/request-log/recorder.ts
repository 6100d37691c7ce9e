import type { FastifyInstance } from 'fastify';
import { type WriteBehind, writeBehind } from '../db/write-behind.ts';
import type { NewLoggedRequest, RequestLogStore } from './store.ts';

/** Longest time until a request appears in the log. */
const waitMs = 1000;

/** Rows per transaction. On SQLite, other work waits for it for a few milliseconds. */
const batchSize = 2000;

/** About 5 MB. Several seconds of requests at the highest rate of a process. */
const maxWaiting = 20_000;

/**
 * Logs every request with a known key after its response. Omits path values, queries, headers,
 * bodies and IP addresses. Requests never wait for the log.
 */
export function recordRequests(
  app: FastifyInstance,
  store: Pick<RequestLogStore, 'add'>,
  now: () => Date,
): WriteBehind<NewLoggedRequest> {
  const records = writeBehind<NewLoggedRequest>({
    write: (requests) => store.add(requests, now()),
    waitMs,
    batchSize,
    maxWaiting,
    onProblem: ({ dropped, error }) =>
      app.log.warn(
        { event: 'request_log.dropped', err: error, dropped },
        'requests could not be written to the request log',
      ),
  });
  const names = new Map<string, string>();
  const routeName = (pattern: string) => {
    const known = names.get(pattern);
    if (known !== undefined) return known;
    const name = pattern.replace(/:(\w+)/g, '{$1}');
    names.set(pattern, name);
    return name;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const key = request.caller ?? request.refusedKey;
    if (key) {
      records.add({
        accountId: key.accountId,
        keyId: key.keyId,
        requestId: request.id,
        occurredAtMs: now().getTime(),
        method: request.method,
        route: request.is404 ? '' : routeName(request.routeOptions.url ?? ''),
        status: reply.statusCode,
        code: request.failureCode,
        durationMs: Math.round(reply.elapsedTime),
      });
    }
    done();
  });
  return records;
}
