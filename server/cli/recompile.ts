import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { bookStore } from '../books/store.ts';
import { UsageError } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { Compiler } from '../import/compiler.ts';
import { recompilationStore } from '../import/recompilation-store.ts';
import { leaseMs, recompileNext, type Recompilation } from '../import/recompile-next.ts';
import { printJson, printTable } from './print.ts';
import { requireLocal } from './remote/server.ts';
import { withDatabase } from './with-database.ts';

interface RecompileFlags {
  all?: boolean;
  json?: boolean;
}

/** Adds `recompile` to the commands of books. */
export function addRecompileCommand(books: Command): void {
  books
    .command('recompile [ids...]')
    .description('recompile stored books: those of an older compiler, or the given ones')
    .option('--all', 'compile every book again')
    .option('--json', 'print [{bookId, title, outcome, message}]')
    .action(async (ids: string[], flags: RecompileFlags, command: Command) => {
      const { all = false, json = false } = flags;
      requireLocal(command, 'books recompile');
      if (all && ids.length > 0)
        throw new UsageError('Use either --all or ids of books, not both.');
      const results = await withDatabase((db) => recompileBooks(db, all ? null : ids, !json));
      if (json) printJson(results);
      else printTable(results.map(toRow), 'All books are up to date.');
      if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
    });
}

/**
 * @param ids - Books to compile regardless of their compiler version. Null for all books, empty for
 * outdated ones.
 */
async function recompileBooks(
  db: Database,
  ids: string[] | null,
  showsProgress: boolean,
): Promise<Recompilation[]> {
  const store = recompilationStore(db);
  for (const id of ids ?? []) {
    if (!(await bookStore(db).findAny(id)))
      throw new Failure('book_not_found', `No book with id ${id}.`);
  }
  if (ids === null || ids.length > 0) await store.markOutdated(ids);
  const results: Recompilation[] = [];
  const context = {
    db,
    compiler: new Compiler(),
    now: () => new Date(),
    newId: idGenerator(Date.now),
    signal: new AbortController().signal,
    ...(ids && ids.length > 0 && { bookIds: ids }),
  };
  let isWaiting = false;
  for (;;) {
    const startedAt = new Date();
    const result = await recompileNext(context);
    if (!result) {
      // If a process was killed, its last book is still claimed.
      const due = await store.nextDue(startedAt, context.bookIds ?? null);
      if (!due || due.getTime() > Date.now() + leaseMs) return results;
      if (!isWaiting) process.stderr.write(waitingMessage);
      isWaiting = true;
      await setTimeout(pollMs);
      continue;
    }
    results.push(result);
    if (showsProgress && process.stderr.isTTY) {
      const remaining = await store.countOutdated();
      process.stderr.write(`${result.outcome} ${result.bookId}, ${remaining} remaining\n`);
    }
  }
}

const pollMs = 1000;
const waitingMessage =
  'Waiting for a book that another process is compiling. If that process has died, this takes at most a minute.\n';

function toRow({ bookId, title, outcome, message }: Recompilation) {
  return { id: bookId, title, outcome, reason: message ?? null };
}
