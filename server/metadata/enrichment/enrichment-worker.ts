import type { MetadataSource } from './contract.ts';
import type { EnrichOutcome } from './enrich-next-book.ts';

export interface EnrichmentWorkerOptions {
  sources: readonly MetadataSource[];
  enrichNext: (enricher: MetadataSource, signal: AbortSignal) => Promise<EnrichOutcome | null>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    warn(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** A new book is asked about within a minute. */
const idlePauseMs = 60_000;
const errorPauseMs = 60_000;
/** A source that fails is not hurried to the next book. */
const failurePauseMs = 5_000;

/**
 * Asks every source about one book after the other, for as long as there are any. One source's
 * failures do not slow another.
 *
 * @returns What stops it and waits until nothing of it runs.
 */
export function startEnrichmentWorker(options: EnrichmentWorkerOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = options.sources.map((enricher) => runSource(enricher, options, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function runSource(
  enricher: MetadataSource,
  { enrichNext, wait, log }: EnrichmentWorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await step();
    if (pauseMs > 0 && !signal.aborted) await wait(pauseMs, signal).catch(() => undefined);
  }

  async function step(): Promise<number> {
    try {
      const outcome = await enrichNext(enricher, signal);
      if (!outcome) return idlePauseMs;
      if (outcome.outcome === 'enriched') {
        log.info({ source: enricher.name, ...outcome }, 'a book was enriched');
      }
      if (outcome.outcome !== 'failed') return 0;
      log.warn({ source: enricher.name, ...outcome }, 'a source of metadata failed');
      return outcome.retryAfterMs ?? failurePauseMs;
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'books could not be enriched');
      return errorPauseMs;
    }
  }
}
