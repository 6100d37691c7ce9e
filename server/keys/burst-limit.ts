import { LRUCache } from 'lru-cache';
import { tiers } from './contract.ts';
import type { QuotaOwner } from './quota-counter.ts';

/**
 * Counts a request and returns 0, or returns the milliseconds until the next one is allowed.
 *
 * @param nowMs - Current time in milliseconds.
 */
export type BurstLimit = (owner: QuotaOwner, nowMs: number) => number;

/** Maximum number of buckets in memory. A dropped bucket restarts full. */
const maxTrackedQuotas = 100_000;

/**
 * Protects the server from bursts with one token bucket per quota, in this process only. Stores the
 * time at which the bucket is full again (GCRA), so rounding errors do not accumulate.
 */
export function burstLimit(): BurstLimit {
  // Use `maxSize` because `max` would allocate the memory for all entries in advance.
  const fullAgainAt = new LRUCache<string, number>({
    maxSize: maxTrackedQuotas,
    sizeCalculation: () => 1,
  });
  return ({ quotaId, tier }, nowMs) => {
    const tokenMs = 1000 / tiers[tier].perSecond;
    const bucketMs = tiers[tier].burst * tokenMs;
    // If the clock is set back, the wait is at most that of an empty bucket.
    const fullAt = Math.min(Math.max(fullAgainAt.get(quotaId) ?? 0, nowMs), nowMs + bucketMs);
    const waitMs = fullAt + tokenMs - bucketMs - nowMs;
    if (waitMs > 0) return waitMs;
    fullAgainAt.set(quotaId, fullAt + tokenMs);
    return 0;
  };
}

export const noBurstLimit: BurstLimit = () => 0;
