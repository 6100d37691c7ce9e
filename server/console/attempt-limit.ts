import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';
import { networkPrefix } from '../keys/address-limits.ts';

/** Failed attempts before the first wait, per user and network, per user, and per network. */
const freeAttempts = { pair: 5, user: 20, network: 30 } as const;
const firstWaitMs = 2_000;
const maxWaitMs = 15 * 60_000;
/** Failures are forgotten after this time without a further one. */
const memoryMs = 60 * 60_000;
const maxTracked = 50_000;

interface Failures {
  count: number;
  lastMs: number;
}

export type AttemptLimit = ReturnType<typeof attemptLimit>;

/**
 * Slows down guessing, in this process only. After a few failed attempts, each further one doubles the
 * time until the next is accepted. Users keep access from other networks until many networks have failed.
 */
export function attemptLimit(now: () => Date) {
  const failures = new LRUCache<string, Failures>({ max: maxTracked, ttl: memoryMs });
  const keysOf = (subject: string, address: string) => {
    const network = networkPrefix(address);
    return {
      pair: JSON.stringify([subject, network]),
      user: JSON.stringify([subject]),
      network: JSON.stringify(['', network]),
    };
  };
  return {
    /** @throws Failure `too_many_requests` while the wait of an earlier attempt lasts. */
    check(subject: string, address: string): void {
      const nowMs = now().getTime();
      const waits = Object.entries(keysOf(subject, address)).map(([name, key]) => {
        const known = failures.get(key);
        if (!known) return 0;
        const excess = known.count - freeAttempts[limitName(name)];
        if (excess < 0) return 0;
        return known.lastMs + Math.min(firstWaitMs * 2 ** excess, maxWaitMs) - nowMs;
      });
      const waitMs = Math.max(...waits);
      if (waitMs <= 0) return;
      const seconds = Math.ceil(waitMs / 1000);
      throw new Failure(
        'too_many_requests',
        `Too many failed attempts. Try again in ${seconds} seconds.`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    },

    /** Counts a failed attempt. */
    fail(subject: string, address: string): void {
      const lastMs = now().getTime();
      for (const key of Object.values(keysOf(subject, address))) {
        failures.set(key, { count: (failures.get(key)?.count ?? 0) + 1, lastMs });
      }
    },

    /** Forgets the failures of a user who signed in from this network. */
    succeed(subject: string, address: string): void {
      failures.delete(keysOf(subject, address).pair);
    },
  };
}

function limitName(name: string): keyof typeof freeAttempts {
  return name === 'pair' || name === 'user' ? name : 'network';
}
