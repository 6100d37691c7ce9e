import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { secretBox } from '../values/secret-box.ts';
import { registerIdempotencyHooks } from './hooks.ts';
import { type IdempotencyLeases, idempotencyStore } from './store.ts';

/**
 * How long a repeated request waits. Shorter than the timeouts of clients and of a server shutdown.
 */
const defaultWaitMs = 5000;

export interface IdempotencyOptions {
  /** How long the keys of a crashed process stay locked. Defaults to the standard times. */
  leases?: IdempotencyLeases | undefined;
  /** How long a repeated request waits for the response to the first. Defaults to five seconds. */
  waitMs?: number | undefined;
}

/** `Idempotency-Key` on every POST. */
export function registerIdempotency(
  app: FastifyInstance,
  { db, now, newId, random, secrets }: AppContext,
  { leases, waitMs = defaultWaitMs }: IdempotencyOptions,
): void {
  const box = secretBox(secrets, random, 'kept answers');
  const newToken = () => newId('idm');
  const store = idempotencyStore({ db, now, newToken, box, ...(leases && { leases }) });
  registerIdempotencyHooks(app, store, {
    timeoutMs: waitMs,
    wait: (ms, signal) => delay(ms, undefined, { signal }),
  });
}
