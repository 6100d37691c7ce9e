import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { payloadStep, step } from '../http/hook-steps.ts';
import type {
  IdempotencyLock,
  IdempotencyStore,
  IdempotencyKey,
  StoredResponse,
} from './contract.ts';
import { type ClaimWait, runningRequests } from './running-requests.ts';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of bytes hashed before yielding to the event loop, which takes about 10 ms. */
const chunkBytes = 8 * 1024 * 1024;
declare module 'fastify' {
  interface FastifyRequest {
    /** This request's lock, or null without an idempotency key. */
    intent: IdempotencyLock | null;
  }
}

/** Headers that are replayed. The others belong only to the original request. */
const storedHeaders = new Set(['content-type', 'location', 'link', 'cache-control', 'etag']);

/**
 * Executes a POST with an `Idempotency-Key` once, and replays its response to repeated requests
 * (draft-ietf-httpapi-idempotency-key-header). Does not store errors from before the route handler.
 * A repeat of a running request waits for its response, up to the timeout of `claimWait`.
 */
export function registerIdempotencyHooks(
  app: FastifyInstance,
  store: IdempotencyStore,
  claimWait: ClaimWait,
): void {
  app.decorateRequest('intent', null);
  const running = runningRequests();

  async function claimKey(intent: IdempotencyKey, request: FastifyRequest, reply: FastifyReply) {
    const isUpload = request.body instanceof Uint8Array;
    const digest = await requestDigest(request);
    const ask = () => store.claim(intent, digest, isUpload);
    const claim = await running.claim(intent, ask, claimWait);
    if (claim.outcome === 'claimed') {
      running.begin(claim.held);
      request.intent = claim.held;
      return;
    }
    if (claim.outcome === 'done') return replayResponse(reply, claim.answer);
    throw claimFailures[claim.outcome]();
  }

  app.addHook(
    'preHandler',
    step((request, reply) => {
      const intent = readIdempotencyKey(request);
      return intent && claimKey(intent, request, reply);
    }),
  );

  app.addHook('preHandler', (request, _reply, done) => {
    if (request.intent) store.runWithLock(request.intent, done);
    else done();
  });

  async function storeResponse(
    held: IdempotencyLock,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ) {
    request.intent = null;
    const answer = toStoredResponse(reply, payload);
    try {
      if (answer) await store.complete(held, answer);
      else await store.release(held);
    } catch (error) {
      // The transactions are committed, and the next request with this key continues from them.
      request.log.error(
        { event: 'idempotency.store_failed', err: error },
        'could not store a response under its idempotency key',
      );
    } finally {
      running.end(held);
    }
    return payload;
  }

  app.addHook(
    'onSend',
    payloadStep((request, reply, payload) => {
      const held = request.intent;
      return held ? storeResponse(held, request, reply, payload) : payload;
    }),
  );
}

function readIdempotencyKey({
  method,
  headers,
  caller,
  routeOptions,
}: FastifyRequest): IdempotencyKey | null {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || key === undefined || !caller) return null;
  // Node joins repeated headers with a comma and a space.
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key)) {
    const detail = 'Must be 1 to 255 visible ASCII characters, without spaces.';
    throw new Failure('invalid_request', `Idempotency-Key: ${detail}`, {
      errors: [{ parameter: 'Idempotency-Key', detail }],
    });
  }
  return { accountId: caller.accountId, route: `${method} ${routeOptions.url}`, key };
}

function replayResponse(
  reply: FastifyReply,
  { status, headers, body }: StoredResponse,
): FastifyReply {
  return reply.status(status).headers(headers).header('Idempotent-Replayed', 'true').send(body);
}

/**
 * Returns null for responses that are not replayed, such as 5xx, after which a retry may succeed.
 */
function toStoredResponse(reply: FastifyReply, payload: unknown): StoredResponse | null {
  const body = typeof payload === 'string' ? Buffer.from(payload) : (payload ?? new Uint8Array());
  if (reply.statusCode >= 500 || !(body instanceof Uint8Array)) return null;
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => storedHeaders.has(name));
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body,
  };
}

const claimFailures = {
  running: () =>
    new Failure(
      'idempotency_key_in_use',
      'A request with this Idempotency-Key is still running. Retry to get its response.',
      { headers: { 'Retry-After': '1' } },
    ),
  reused: () =>
    new Failure(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Use a new key for each operation.',
    ),
};

/** Returns a digest of the method, URL and body. The body is the parsed JSON or a form's file. */
async function requestDigest({ method, url, body }: FastifyRequest): Promise<string> {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  if (!(body instanceof Uint8Array)) {
    return hash.update(JSON.stringify(body) ?? '').digest('hex');
  }
  for (let start = 0; start < body.length; start += chunkBytes) {
    if (start > 0) await nextTurn();
    hash.update(body.subarray(start, start + chunkBytes));
  }
  return hash.digest('hex');
}
