import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/open.ts';
import { runPeriodically } from '../run-periodically.ts';
import { Compiler } from './compiler.ts';
import { maxElapsedMs } from './compiler-limits.ts';
import { recompileNext } from './recompile-next.ts';

/**
 * Pause between searches for outdated books. Soon after an upgrade, there are usually none left.
 */
const idlePauseMs = 60_000;
/** Shortest pause between two books, so that imports and requests are not blocked. */
const minPauseMs = 200;
/** Lowest priority, so that the compiler process yields to everything else on the machine. */
const niceness = 10;

export interface RecompileOutdatedOptions {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/**
 * Recompiles outdated books, one at a time, with a pause as long as the last book took.
 *
 * @returns A function that abandons the current book and resolves when the work has stopped.
 */
export function startRecompilation(options: RecompileOutdatedOptions): () => Promise<void> {
  const { db, now, newId, wait, log } = options;
  const stopping = new AbortController();
  const deadline = () => AbortSignal.any([stopping.signal, AbortSignal.timeout(maxElapsedMs)]);
  const compiler = new Compiler({ niceness, deadline });
  const stop = runPeriodically({
    async work(signal) {
      while (!signal.aborted) {
        const startedAt = performance.now();
        const result = await recompileNext({ db, compiler, now, newId, signal: stopping.signal });
        if (!result) return;
        const { outcome, ...facts } = result;
        if (outcome === 'failed')
          log.warn(
            { event: 'recompilation.book_failed', ...facts },
            'book could not be recompiled',
          );
        else if (outcome === 'recompiled')
          log.info({ event: 'recompilation.completed', ...facts }, 'book recompiled');
        await wait(Math.max(minPauseMs, performance.now() - startedAt), signal);
      }
    },
    intervalMs: idlePauseMs,
    wait,
    onError: (error) =>
      log.error({ event: 'recompilation.failed', err: error }, 'books could not be recompiled'),
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}
