import type { RateSource } from './rate-source.ts';
import type { RefreshOutcome } from './refresh.ts';

export interface RateRefreshOptions {
  sources: readonly RateSource[];
  refresh: (source: RateSource, signal: AbortSignal) => Promise<RefreshOutcome>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** 0 to 1. */
  random: () => number;
  log: Log;
}

interface Log {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Processes that start together, and those that end at once, do not all ask. */
const maxInitialDelayMs = 3000;
const intervalMs = 3_600_000;
const firstRetryMs = 60_000;
const maxRetryMs = 6 * 3_600_000;

/**
 * Looks at every source each hour; after a failure sooner, and then ever more seldom. One source's
 * failures do not slow another's looks.
 *
 * @returns What stops it and waits until nothing of it runs.
 */
export function startRateRefresh(options: RateRefreshOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = options.sources.map((source) =>
    refreshPeriodically(source, options, stopping.signal),
  );
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function refreshPeriodically(
  source: RateSource,
  { refresh, wait, random, log }: RateRefreshOptions,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let nextMs = random() * maxInitialDelayMs;
  while (await waited(nextMs)) {
    const hasFailed = await look();
    if (signal.aborted) return;
    failures = hasFailed ? failures + 1 : 0;
    nextMs = nextDelayMs(failures, random());
  }

  async function waited(ms: number): Promise<boolean> {
    try {
      await wait(ms, signal);
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  async function look(): Promise<boolean> {
    try {
      const outcome = await refresh(source, signal);
      if (!signal.aborted) logOutcome(outcome, log);
      return outcome.outcome === 'failed';
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'exchange rates could not be refreshed');
      return true;
    }
  }
}

function logOutcome(outcome: RefreshOutcome, log: Log): void {
  if (outcome.outcome === 'added') log.info(outcome, 'exchange rates were refreshed');
  if (outcome.outcome === 'refused') log.warn(outcome, 'exchange rates were not believed');
  if (outcome.outcome === 'failed') log.warn(outcome, 'exchange rates could not be fetched');
}

/**
 * Milliseconds until the next look: about an hour, or after failures a minute that doubles up to six
 * hours; between half of it and the whole, so that processes drift apart.
 *
 * @param chance - 0 to 1.
 */
export function nextDelayMs(failures: number, chance: number): number {
  const wholeMs =
    failures === 0 ? intervalMs : Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs);
  return wholeMs * (0.5 + chance / 2);
}
