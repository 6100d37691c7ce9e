import { LRUCache } from 'lru-cache';
import { tiers } from './contract.ts';
import type { QuotaOwner } from './quota-counter.ts';

/**
 * Lets a request of a quota pass (0), or says in how many milliseconds the next may.
 *
 * @param nowMs - A clock's milliseconds.
 */
export type BurstLimit = (owner: QuotaOwner, nowMs: number) => number;

/** Quotas watched at once; one that falls out starts again with a full bucket. */
const maxTrackedQuotas = 100_000;

/**
 * A token bucket for each quota, in this process alone: it shields the server, the quota counts.
 * Kept as the moment at which the bucket is full again (GCRA), so that no rounding adds up.
 */
export function burstLimit(): BurstLimit {
  // Counted as a size: `max` would take the memory of all of them at once.
  const fullAgainAt = new LRUCache<string, number>({
    maxSize: maxTrackedQuotas,
    sizeCalculation: () => 1,
  });
  return ({ quotaId, tier }, nowMs) => {
    const tokenMs = 1000 / tiers[tier].perSecond;
    const bucketMs = tiers[tier].burst * tokenMs;
    // A clock that was set back must not lock anyone out for longer than an empty bucket does.
    const fullAt = Math.min(Math.max(fullAgainAt.get(quotaId) ?? 0, nowMs), nowMs + bucketMs);
    const waitMs = fullAt + tokenMs - bucketMs - nowMs;
    if (waitMs > 0) return waitMs;
    fullAgainAt.set(quotaId, fullAt + tokenMs);
    return 0;
  };
}

export const noBurstLimit: BurstLimit = () => 0;
