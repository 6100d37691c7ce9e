import { LRUCache } from 'lru-cache';
import { tiers } from './contract.ts';
import type { QuotaOwner } from './quota.ts';

/**
 * Lets a request of a quota pass (0), or says in how many milliseconds the next may.
 *
 * @param nowMs - A clock's milliseconds.
 */
export type BurstLimit = (owner: QuotaOwner, nowMs: number) => number;

/** Quotas watched at once; one that falls out starts again with a full bucket. */
const watched = 100_000;

/** A token bucket for each quota, in this process alone: it shields the server, the quota counts. */
export function burstLimit(): BurstLimit {
  const buckets = new LRUCache<string, { tokens: number; filledAt: number }>({ max: watched });
  return ({ quotaId, tier }, nowMs) => {
    const { perSecond, burst } = tiers[tier];
    const bucket = buckets.get(quotaId) ?? { tokens: burst, filledAt: nowMs };
    const elapsedMs = Math.max(0, nowMs - bucket.filledAt);
    const tokens = Math.min(burst, bucket.tokens + (elapsedMs * perSecond) / 1000);
    const passes = tokens >= 1;
    buckets.set(quotaId, { tokens: passes ? tokens - 1 : tokens, filledAt: nowMs });
    return passes ? 0 : ((1 - tokens) * 1000) / perSecond;
  };
}

export const noBurstLimit: BurstLimit = () => 0;
