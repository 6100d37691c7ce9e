import { setTimeout as delay } from 'node:timers/promises';

/** Result of a phase with a fixed rate of arrivals. */
export interface Phase {
  /** Arrivals per second. */
  offered: number;
  /** Successful responses per second, up to the last one. */
  achieved: number;
  failed: number;
  /**
   * Percentiles of the time from the planned arrival to the response, so that a request that was
   * sent late because earlier ones were slow counts as slow. Failures count as infinitely slow.
   */
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /**
   * 99th percentile of the delay of the generator itself. If it is large, the other results are
   * meaningless.
   */
  generatorLateMs: number;
}

export interface OpenLoopOptions {
  perSecond: number;
  seconds: number;
  /** Starts one request. Rejects if it fails. */
  send: () => Promise<void>;
  /** Returns a number from 0 to 1. Arrivals are as irregular as those of independent readers. */
  random: () => number;
  /** Maximum number of pending requests. Further requests are not sent and count as failed. */
  maxWaiting?: number;
}

/** Starts requests at planned times that do not depend on the responses, as wrk2 does. */
export async function runOpenLoop(options: OpenLoopOptions): Promise<Phase> {
  const { perSecond, seconds, send, random, maxWaiting = 5000 } = options;
  const times: number[] = [];
  const lateness: number[] = [];
  const running = new Set<Promise<void>>();
  let failed = 0;
  const startMs = performance.now();
  let lastMs = startMs;
  const measure = async (plannedMs: number): Promise<void> => {
    try {
      await send();
      lastMs = performance.now();
      times.push(lastMs - plannedMs);
    } catch {
      failed += 1;
    }
  };
  for (const plannedMs of arrivals(startMs, perSecond, seconds, random)) {
    // Timers can fire up to a millisecond late, which is below the measured values.
    const waitMs = plannedMs - performance.now();
    if (waitMs > 1) await delay(waitMs);
    lateness.push(Math.max(0, performance.now() - plannedMs));
    if (running.size >= maxWaiting) {
      failed += 1;
      continue;
    }
    const one = measure(plannedMs).finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  const answered = times.length;
  const all = [...times, ...Array.from({ length: failed }, () => Number.POSITIVE_INFINITY)];
  all.sort((a, b) => a - b);
  const elapsed = Math.max(seconds, (lastMs - startMs) / 1000);
  return {
    offered: perSecond,
    achieved: answered / elapsed,
    failed,
    p50Ms: percentile(all, 0.5),
    p99Ms: percentile(all, 0.99),
    p999Ms: percentile(all, 0.999),
    generatorLateMs: percentile(
      lateness.sort((a, b) => a - b),
      0.99,
    ),
  };
}

/** Times of a Poisson process. */
function* arrivals(
  startMs: number,
  perSecond: number,
  seconds: number,
  random: () => number,
): Iterable<number> {
  const endMs = startMs + seconds * 1000;
  for (let atMs = startMs; ;) {
    atMs += (-Math.log(1 - random()) * 1000) / perSecond;
    if (atMs >= endMs) return;
    yield atMs;
  }
}

export interface Knee {
  phases: Phase[];
  /** Phase with the highest rate that was served within the limits, or null if none was. */
  knee: Phase | null;
}

/**
 * Doubles the rate until it is no longer served within the limits, and then tries rates in between.
 *
 * @param isServed - Whether a phase is within the limits.
 */
export async function findKnee(
  run: (perSecond: number) => Promise<Phase>,
  isServed: (phase: Phase) => boolean,
  { first, refinements }: { first: number; refinements: number },
): Promise<Knee> {
  const phases: Phase[] = [];
  let knee: Phase | null = null;
  const attempt = async (rate: number): Promise<boolean> => {
    const phase = await run(rate);
    phases.push(phase);
    const isInTime = isServed(phase);
    if (isInTime) knee = phase;
    return isInTime;
  };
  let tooMuch = first;
  while (await attempt(tooMuch)) tooMuch *= 2;
  for (let step = 0; step < refinements; step += 1) {
    const rate = Math.round((rateOf(knee) + tooMuch) / 2);
    if (!(await attempt(rate))) tooMuch = rate;
  }
  return { phases: phases.sort((a, b) => a.offered - b.offered), knee };
}

function rateOf(phase: Phase | null): number {
  return phase?.offered ?? 0;
}

/** Percentile by nearest rank, or 0 for an empty list. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
