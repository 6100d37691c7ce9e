import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { networkPrefix } from '../keys/address-limits.ts';
import { addFailure, forgetFailures, removeFailures } from './store/attempts.ts';

/**
 * Failed attempts allowed before the first delay: per user and network, per user, and per network.
 */
const freeAttempts = { network: 30, pair: 5, user: 20 } as const;
const firstWaitMs = 2_000;
const maxWaitMs = 15 * 60_000;
/** Failures expire after this time without another failure. */
export const failureMemoryMs = 60 * 60_000;

export type AttemptLimit = ReturnType<typeof attemptLimit>;

/**
 * Slows down guessing across all processes. After a few failed attempts, each additional failure
 * doubles the delay before the next attempt. Users can still sign in from other networks until
 * attempts from many networks have failed.
 */
export function attemptLimit(db: Database, now: () => Date) {
  const keysOf = (subject: string | null, address: string) => {
    const network = networkPrefix(address);
    return {
      // Omitted without a subject, because one network must not slow down the others.
      ...(subject !== null && {
        pair: JSON.stringify([subject, network]),
        user: JSON.stringify([subject]),
      }),
      network: JSON.stringify(['', network]),
    };
  };
  return {
    /**
     * Counts an attempt as failed until `succeed` is called.
     *
     * @param subject - The user or resource of the attempt. Null to limit only the network.
     * @throws Failure `too_many_requests` while the wait of an earlier attempt lasts.
     */
    async begin(subject: string | null, address: string): Promise<void> {
      const nowMs = now().getTime();
      const keys = keysOf(subject, address);
      await db.relaxedTransaction(async (query) => {
        // Always in the same order, so that concurrent attempts cannot block each other.
        for (const name of ['network', 'pair', 'user'] as const) {
          const key = keys[name];
          if (key === undefined) continue;
          const { count, lastMs } = await addFailure(query, key, nowMs, failureMemoryMs);
          const excess = count - freeAttempts[name];
          if (excess < 0) continue;
          requireWaited(lastMs + Math.min(firstWaitMs * 2 ** excess, maxWaitMs) - nowMs);
        }
      });
    },

    /**
     * Clears a user's failures from this network, and removes this attempt from the other counters.
     */
    async succeed(subject: string | null, address: string): Promise<void> {
      const { pair, user, network } = keysOf(subject, address);
      await db.relaxedTransaction(async (query) => {
        await removeFailures(query, [network]);
        if (pair !== undefined) await forgetFailures(query, pair);
        if (user !== undefined) await removeFailures(query, [user]);
      });
    },

    /** Removes an attempt that neither succeeded nor failed. */
    async cancel(subject: string | null, address: string): Promise<void> {
      const { pair, user, network } = keysOf(subject, address);
      await db.relaxedTransaction(async (query) => {
        for (const key of [network, pair, user]) {
          if (key !== undefined) await removeFailures(query, [key]);
        }
      });
    },
  };
}

function requireWaited(waitMs: number): void {
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new Failure(
    'too_many_requests',
    `Too many failed attempts. Try again in ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
