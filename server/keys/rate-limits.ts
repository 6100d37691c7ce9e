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
    const known = fullAgainAt.get(quotaId) ?? 0;
    // A bucket cannot need longer than `bucketMs`, unless the clock was set back. It is full then.
    const fullAt = known > nowMs + bucketMs ? nowMs : Math.max(known, nowMs);
    const waitMs = fullAt + tokenMs - bucketMs - nowMs;
    if (waitMs > 0) return waitMs;
    fullAgainAt.set(quotaId, fullAt + tokenMs);
    return 0;
  };
}

export const noBurstLimit: BurstLimit = () => 0;

export interface WindowLimitOptions {
  /** Maximum number of calls per window. */
  limit: number;
  windowMs: number;
  /** Maximum number of counters in memory. The least recently used is dropped first. */
  maxTracked: number;
}

/**
 * Counts a call and returns 0, or returns the milliseconds until the next call is allowed.
 *
 * @param key - Name of the counter.
 * @param nowMs - Current time in milliseconds.
 */
export type WindowLimit = (key: string, nowMs: number) => number;

/**
 * Limits calls per key and window, in this process only. A window starts with its first call.
 * Rejected calls are not counted.
 */
export function windowLimit({ limit, windowMs, maxTracked }: WindowLimitOptions): WindowLimit {
  // Use `maxSize` because `max` would allocate the memory for all entries in advance.
  const counts = new LRUCache<string, { startMs: number; count: number }>({
    maxSize: maxTracked,
    sizeCalculation: () => 1,
  });
  return (key, nowMs) => {
    const known = counts.get(key);
    const elapsedMs = known ? nowMs - known.startMs : windowMs;
    // A window that starts in the future is over, because the clock was set back.
    const isOver = elapsedMs < 0 || elapsedMs >= windowMs;
    const current = known && !isOver ? known : { startMs: nowMs, count: 0 };
    if (current.count >= limit) return current.startMs + windowMs - nowMs;
    counts.set(key, { startMs: current.startMs, count: current.count + 1 });
    return 0;
  };
}
