/** Tolerated difference between the clocks of a client and of this server. */
export const clockSkewMs = 5 * 60_000;

export const dayMs = 86_400_000;

/** Days for which logged requests are kept. */
export const requestLogDays = 14;

/** Months for which usage by day is kept, in addition to the current month. */
const usageMonths = 13;

/** The first day of the month 13 months ago, as `YYYY-MM-DD`. Usage of earlier days is deleted. */
export function oldestUsageDay(now: Date): string {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - usageMonths, 1);
  return new Date(start).toISOString().slice(0, 10);
}

/**
 * Creates a clock for durations and the age of cached values. It continues if the time is set back,
 * so a value that expires in a minute does not live until the time has caught up.
 *
 * @returns Returns milliseconds that never decrease.
 */
export function steadyClock(now: () => Date): () => number {
  let lastMs = now().getTime();
  let steadyMs = lastMs;
  return () => {
    const nowMs = now().getTime();
    steadyMs += Math.max(0, nowMs - lastMs);
    lastMs = nowMs;
    return steadyMs;
  };
}
