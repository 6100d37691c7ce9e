import type { RateSource } from './rate-source.ts';
import type { RefreshOutcome } from './refresh.ts';

export interface RateRefreshOptions {
  sources: readonly RateSource[];
  refresh: (source: RateSource, signal: AbortSignal) => Promise<RefreshOutcome>;
  /** Waits. Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns a number from 0 to 1. */
  random: () => number;
  log: Log;
}

interface Log {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/**
 * Spreads the first requests of processes that start together. Processes that exit soon make no
 * requests.
 */
const maxInitialDelayMs = 3000;
const intervalMs = 3_600_000;
const firstRetryMs = 60_000;
const maxRetryMs = 6 * 3_600_000;

/**
 * Refreshes every source each hour, or with exponential backoff after a failure. Sources are
 * independent, so one source's failures do not delay another.
 *
 * @returns A function that stops refreshing and resolves when all running work has ended.
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
  while (await waitFor(nextMs)) {
    const hasFailed = await refreshOnce();
    if (signal.aborted) return;
    failures = hasFailed ? failures + 1 : 0;
    nextMs = nextDelayMs(failures, random());
  }

  async function waitFor(ms: number): Promise<boolean> {
    try {
      await wait(ms, signal);
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  async function refreshOnce(): Promise<boolean> {
    try {
      const outcome = await refresh(source, signal);
      if (!signal.aborted) logOutcome(outcome, log);
      return outcome.outcome === 'failed';
    } catch (error) {
      if (!signal.aborted)
        log.error(
          { event: 'rates.refresh_failed', err: error },
          'failed to refresh exchange rates',
        );
      return true;
    }
  }
}

function logOutcome(outcome: RefreshOutcome, log: Log): void {
  if (outcome.outcome === 'added')
    log.info({ event: 'rates.refreshed', ...outcome }, 'exchange rates refreshed');
  if (outcome.outcome === 'refused')
    log.warn({ event: 'rates.rejected', ...outcome }, 'implausible exchange rates rejected');
  if (outcome.outcome === 'failed')
    log.warn({ event: 'rates.fetch_failed', ...outcome }, 'failed to fetch exchange rates');
}

/**
 * Returns the milliseconds until the next refresh, which is an hour or, after failures, one minute
 * doubled per failure up to six hours. The result is multiplied by 0.5 to 1 to keep processes from
 * refreshing at the same time.
 *
 * @param chance - 0 to 1.
 */
export function nextDelayMs(failures: number, chance: number): number {
  const wholeMs =
    failures === 0 ? intervalMs : Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs);
  return wholeMs * (0.5 + chance / 2);
}
