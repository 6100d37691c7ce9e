import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../../run-periodically.ts';
import { indexChanges, type IndexerOptions } from './indexer.ts';
import { indexerStore } from './store.ts';

/** Interval between checks for changes. */
const pauseMs = 1000;
/** If a process does not renew its lease within this time, another process takes over. */
const leaseMs = 30_000;

export interface IndexJobOptions extends IndexerOptions {
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * Keeps the external index up to date. Only one process at a time does so.
 *
 * @returns A function that stops the work and lets another process take over.
 */
export function startIndexing({
  db,
  engine,
  now,
  wait,
  log,
}: IndexJobOptions): () => Promise<void> {
  const store = indexerStore(db);
  const holder = randomUUID();
  const lease = () => store.lease(holder, now(), new Date(now().getTime() + leaseMs));
  let isFailing = false;
  const stop = runPeriodically({
    async work(signal) {
      if (!(await lease())) return;
      await indexChanges(
        { db, engine, now },
        {
          signal,
          async onProgress(revision, last) {
            await store.setProgress(revision, revision >= last ? now() : null);
            await lease();
          },
        },
      );
      if (isFailing)
        log.info({ event: 'search.index_recovered' }, 'books are indexed in the engine again');
      isFailing = false;
    },
    intervalMs: pauseMs,
    wait,
    onError(error) {
      // Log the failure once, and not every second until the engine is available.
      if (!isFailing)
        log.error(
          { event: 'search.index_failed', err: error },
          'books could not be indexed in the engine',
        );
      isFailing = true;
    },
  });
  return async () => {
    await stop();
    await store.release(holder).catch(() => undefined);
  };
}
