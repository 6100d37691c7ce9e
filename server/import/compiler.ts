import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { Failure } from '../failure.ts';
import type { CompileOrder, CompileOutcome } from './compile-book.ts';

/** The largest sample book, a thousand pages of formulas, needs half of this. */
const heapMb = 256;
/** The slowest of the sample books takes two seconds. */
const timeoutMs = 60_000;
/** Long enough for a shelf of files, short enough to give the memory back soon. */
const idleMs = 5_000;

const pool = new Piscina<CompileOrder, CompileOutcome>({
  filename: new URL('compile-book.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: idleMs,
  resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
});

// The pool has one thread; who waits for it must not lose its time.
const inTurn = pLimit(1);

/**
 * Compiles a book on a thread of its own, one at a time: no book can stop the server, whatever time
 * or memory it wants.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export async function compileApart(
  order: CompileOrder,
): Promise<Exclude<CompileOutcome, { failure: unknown }>> {
  const outcome = await inTurn(() => run(order));
  if ('failure' in outcome) throw new Failure(outcome.failure.code, outcome.failure.message);
  return outcome;
}

async function run(order: CompileOrder): Promise<CompileOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    return await pool.run(order, { signal: deadline.signal });
  } catch (cause) {
    if (deadline.signal.aborted) {
      throw new Failure('epub_unsafe', 'This book takes longer than a minute to read.', { cause });
    }
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new Failure('epub_unsafe', `This book takes more than ${heapMb} MB to read.`, {
        cause,
      });
    }
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}
