import { LRUCache } from 'lru-cache';

export interface WindowLimitOptions {
  /** Calls that each window allows. */
  limit: number;
  windowMs: number;
  /** Counters kept at the same time; the least recently used is dropped first. */
  maxTracked: number;
}

/**
 * Counts a call and returns 0, or returns the milliseconds until the next call is allowed.
 *
 * @param key - Name of the counter.
 * @param nowMs - Milliseconds of a clock.
 */
export type WindowLimit = (key: string, nowMs: number) => number;

/**
 * Allows a number of calls per key and window, in this process only. A window starts with its first
 * call; rejected calls are not counted.
 */
export function windowLimit({ limit, windowMs, maxTracked }: WindowLimitOptions): WindowLimit {
  // `maxSize` instead of `max`, which would allocate the memory of all entries in advance.
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
