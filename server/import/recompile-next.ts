import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import type { Compiler } from './compiler.ts';
import { recompilationStore } from './recompilation-store.ts';

/** Time after which another process takes over the book of a crashed process. */
export const leaseMs = 60_000;
/** Pause before the next attempt after a failure that may not repeat. */
const retryPauseMs = 10 * 60_000;
const maxAttempts = 3;

/** Failures caused by the machine rather than by the book. */
const passingReasons = new Set(['compiler_stalled', 'compiler_crashed', 'compiler_out_of_time']);

export interface RecompileContext {
  db: Database;
  compiler: Pick<Compiler, 'compileBook'>;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Abandons the book that is being compiled, without counting a failure. */
  signal: AbortSignal;
  /** The books to choose from, or all if omitted. */
  bookIds?: readonly string[];
}

export interface Recompilation {
  bookId: string;
  title: string;
  /** `skipped`: the book was removed or replaced in the meantime. */
  outcome: 'recompiled' | 'failed' | 'skipped';
  /** Reason for the failure. The book keeps its previous content. */
  message?: string;
}

/**
 * Recompiles one outdated book from the stored EPUB file, and makes the result its current version.
 * If the process crashes, another process claims the book when the one-minute lease ends.
 *
 * @returns Null if no book is due.
 */
export async function recompileNext(context: RecompileContext): Promise<Recompilation | null> {
  const { db, compiler, now, newId, signal, bookIds = null } = context;
  const store = recompilationStore(db);
  const leaseEnd = () => new Date(now().getTime() + leaseMs);
  const claimed = await store.claim(now(), leaseEnd(), bookIds);
  if (!claimed) return null;
  const { versionId, bookId, accountId, visibility, title, failures } = claimed;
  // If the database is unreachable, the next renewal or the book itself fails.
  const renew = () => void store.renew(claimed, leaseEnd()).catch(() => {});
  const renewal = setInterval(renew, leaseMs / 3);
  try {
    const epub = await store.epub(versionId);
    if (!epub) return { bookId, title, outcome: 'skipped' };
    const { rows } = await compiler.compileBook({
      epub,
      options: { accountId, visibility },
      bookId,
      versionId: newId('ver'),
      now: now(),
    });
    const isReplaced = await store.replace(versionId, rows, now);
    return { bookId, title, outcome: isReplaced ? 'recompiled' : 'skipped' };
  } catch (error) {
    if (signal.aborted) {
      await store.release(versionId, { dueAt: now(), failures, message: null });
      return { bookId, title, outcome: 'skipped' };
    }
    const message = error instanceof Error ? error.message : String(error);
    const isPassing = !(error instanceof Failure) || passingReasons.has(error.reason ?? '');
    const isLast = !isPassing || failures + 1 >= maxAttempts;
    const dueAt = isLast ? null : new Date(now().getTime() + (failures + 1) * retryPauseMs);
    await store.release(versionId, { dueAt, failures: failures + 1, message });
    return { bookId, title, outcome: 'failed', message };
  } finally {
    clearInterval(renewal);
  }
}
