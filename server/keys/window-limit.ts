import { LRUCache } from 'lru-cache';

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
    const current =
      known && nowMs - known.startMs < windowMs ? known : { startMs: nowMs, count: 0 };
    if (current.count >= limit) return current.startMs + windowMs - nowMs;
    counts.set(key, { startMs: current.startMs, count: current.count + 1 });
    return 0;
  };
}
