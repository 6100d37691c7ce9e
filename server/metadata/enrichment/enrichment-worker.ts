import type { MetadataSource } from './contract.ts';
import type { EnrichOutcome } from './enrich-next-book.ts';

export interface EnrichmentWorkerOptions {
  sources: readonly MetadataSource[];
  enrichNext: (source: MetadataSource, signal: AbortSignal) => Promise<EnrichOutcome | null>;
  /** Waits. Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    warn(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** Interval between checks, so a new book is looked up within a minute. */
const idlePauseMs = 60_000;
const errorPauseMs = 60_000;
/** Pause before the next book after a source has failed. */
const failurePauseMs = 5_000;

/**
 * Looks up books in every source, one book at a time, as long as any are due. Sources are
 * independent, so failures of one do not slow down the others.
 *
 * @returns A function that stops the worker and waits until it has finished.
 */
export function startEnrichmentWorker(options: EnrichmentWorkerOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = options.sources.map((source) => runSource(source, options, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function runSource(
  source: MetadataSource,
  { enrichNext, wait, log }: EnrichmentWorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await step();
    if (pauseMs > 0 && !signal.aborted) await wait(pauseMs, signal).catch(() => undefined);
  }

  async function step(): Promise<number> {
    try {
      const outcome = await enrichNext(source, signal);
      if (!outcome) return idlePauseMs;
      if (outcome.outcome === 'enriched') {
        log.info(
          { event: 'enrichment.book_enriched', source: source.name, ...outcome },
          'book enriched',
        );
      }
      if (outcome.outcome !== 'failed') return 0;
      log.warn(
        { event: 'enrichment.source_failed', source: source.name, ...outcome },
        'metadata source failed',
      );
      return outcome.retryAfterMs ?? failurePauseMs;
    } catch (error) {
      if (!signal.aborted)
        log.error({ event: 'enrichment.failed', err: error }, 'enriching a book failed');
      return errorPauseMs;
    }
  }
}
