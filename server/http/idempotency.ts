import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type {
  HeldIntent,
  IdempotencyStore,
  Intent,
  StoredAnswer,
} from '../idempotency/contract.ts';
import { type Patience, runningIntents } from './claim-in-time.ts';
import { requestDigest } from './request-digest.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The intent that this request holds; null for one without a key. */
    intent: HeldIntent | null;
  }
}

/** The rest is of the one request that was answered, not of what was done. */
const keptHeaders = new Set(['content-type', 'location', 'link', 'cache-control', 'etag']);

/**
 * Carries out a POST with an `Idempotency-Key` once, and sends its answer again to whoever asks again
 * (draft-ietf-httpapi-idempotency-key-header). What is refused before its route sees it is not kept.
 * Who asks while it is being done waits for its answer, as far as the patience goes.
 */
export function idempotency(
  app: FastifyInstance,
  store: IdempotencyStore,
  patience: Patience,
): void {
  app.decorateRequest('intent', null);
  const running = runningIntents();

  app.addHook('preHandler', async (request, reply) => {
    const intent = intentOf(request);
    if (!intent) return;
    const isUpload = request.body instanceof Uint8Array;
    const digest = await requestDigest(request);
    const ask = () => store.claim(intent, digest, isUpload);
    const claim = await running.claim(intent, ask, patience);
    if (claim.outcome === 'claimed') {
      running.begin(claim.held);
      request.intent = claim.held;
      return;
    }
    if (claim.outcome === 'done') return replay(reply, claim.answer);
    throw refusals[claim.outcome]();
  });

  app.addHook('preHandler', (request, _reply, done) => {
    if (request.intent) store.hold(request.intent, done);
    else done();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const held = request.intent;
    if (!held) return payload;
    request.intent = null;
    const answer = answerOf(reply, payload);
    try {
      if (answer) await store.finish(held, answer);
      else await store.release(held);
    } catch (error) {
      // It was done, and the next request with this key will find that.
      request.log.error({ err: error }, 'an answer could not be kept under its idempotency key');
    } finally {
      running.end(held);
    }
    return payload;
  });
}

function intentOf({ method, headers, caller, routeOptions }: FastifyRequest): Intent | null {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || key === undefined || !caller) return null;
  // Repeated, the header comes joined by a comma and a space.
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key)) {
    const detail = 'Must be 1 to 255 visible ASCII characters, without spaces.';
    throw new Failure('invalid_request', `Idempotency-Key: ${detail}`, {
      errors: [{ parameter: 'Idempotency-Key', detail }],
    });
  }
  return { accountId: caller.accountId, route: `${method} ${routeOptions.url}`, key };
}

function replay(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  return reply.status(status).headers(headers).header('Idempotent-Replayed', 'true').send(body);
}

/** Null for what must not be sent again: a fault of ours may be gone the next time. */
function answerOf(reply: FastifyReply, payload: unknown): StoredAnswer | null {
  const body = typeof payload === 'string' ? Buffer.from(payload) : (payload ?? new Uint8Array());
  if (reply.statusCode >= 500 || !(body instanceof Uint8Array)) return null;
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => keptHeaders.has(name));
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body,
  };
}

const refusals = {
  running: () =>
    new Failure(
      'idempotency_key_in_use',
      'A request with this Idempotency-Key is still running: ask again for its answer.',
      { headers: { 'Retry-After': '1' } },
    ),
  reused: () =>
    new Failure(
      'idempotency_key_reused',
      'This Idempotency-Key was sent with another request: choose a new one for every intent.',
    ),
};
