import type { Enricher } from './enricher.ts';
import type { EnrichOutcome } from './enrich-next.ts';

export interface KeepEnrichingOptions {
  enrichers: readonly Enricher[];
  next: (enricher: Enricher, signal: AbortSignal) => Promise<EnrichOutcome | null>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    warn(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** A new book is asked about within a minute. */
const idleMs = 60_000;
const faultMs = 60_000;
/** A source that fails is not hurried to the next book. */
const failedMs = 5_000;

/**
 * Asks every source about one book after the other, for as long as there are any. One source's
 * failures do not slow another.
 *
 * @returns What stops it and waits until nothing of it runs.
 */
export function keepEnriching(options: KeepEnrichingOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = options.enrichers.map((enricher) => work(enricher, options, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function work(
  enricher: Enricher,
  { next, wait, log }: KeepEnrichingOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await step();
    if (pauseMs > 0 && !signal.aborted) await wait(pauseMs, signal).catch(() => undefined);
  }

  async function step(): Promise<number> {
    try {
      const outcome = await next(enricher, signal);
      if (!outcome) return idleMs;
      if (outcome.outcome === 'enriched') {
        log.info({ source: enricher.name, ...outcome }, 'a book was enriched');
      }
      if (outcome.outcome !== 'failed') return 0;
      log.warn({ source: enricher.name, ...outcome }, 'a source of metadata failed');
      return outcome.retryAfterMs ?? failedMs;
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'books could not be enriched');
      return faultMs;
    }
  }
}
