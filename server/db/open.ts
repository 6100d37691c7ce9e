import { type Kysely, sql, type Transaction } from 'kysely';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Queries, Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

const commitCallbacks = new WeakMap<Queries, (() => void)[]>();
export type { Queries, Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** An open database; the same for every engine. */
export interface Database {
  readonly engine: Engine;
  readonly query: Queries;
  /**
   * Runs `work` in one write transaction: all of it is kept, or, when it throws, nothing. It runs
   * again when the engine asks for a retry, so it must have no effect outside the database.
   * On SQLite all other writes of the process wait meanwhile: compute first, then write.
   */
  transaction<T>(work: (query: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * As `transaction`, but its commit does not wait for the disk: a loss of power may undo it, a kill
   * of the process cannot. For notes of what is done again without harm.
   */
  relaxedTransaction<T>(work: (query: Transaction<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A file of the embedded engine, or the address of a PostgreSQL server. */
export type DatabaseLocation = { sqlitePath: string } | PostgresOptions;

/** Opens the database; nothing is created in it but the file. Close it when done. */
export function openDatabase(address: DatabaseLocation): Database {
  return 'url' in address ? openPostgresDatabase(address) : openSqliteDatabase(address.sqlitePath);
}

function openPostgresDatabase(address: PostgresOptions): Database {
  const query = openPostgres(address);
  return {
    engine: 'postgres',
    query,
    transaction: (work) => inTransaction(query, work),
    relaxedTransaction: (work) =>
      inTransaction(query, async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx);
        return work(tx);
      }),
    close: () => query.destroy(),
  };
}

function openSqliteDatabase(path: string): Database {
  const { query, relaxed } = openSqlite(path);
  return {
    engine: 'sqlite',
    query,
    transaction: (work) => inTransaction(query, work),
    relaxedTransaction: (work) => inTransaction(relaxed, work),
    async close() {
      await relaxed.destroy();
      await query.destroy();
    },
  };
}

function inTransaction<T>(
  query: Kysely<Schema>,
  work: (query: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return withRetry(async () => {
    const { result, tx } = await query
      .transaction()
      .execute(async (open) => ({ result: await work(open), tx: open }));
    runCommitCallbacks(tx);
    return result;
  });
}

const maxAttempts = 5;

/** Engines that order transactions themselves, and PostgreSQL at a deadlock, ask for another go. */
async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
    }
  }
}

/** SQLSTATE 40001 serialization_failure, 40P01 deadlock_detected. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^40(001|P01)$/.test(String(error.code));
}

/** Runs `work` when the transaction was committed; never, when it is rolled back. */
export function afterCommit(tx: Queries, work: () => void): void {
  const before = commitCallbacks.get(tx);
  if (before) before.push(work);
  else commitCallbacks.set(tx, [work]);
}

/** Runs what waits for this transaction. For whoever committed it. */
function runCommitCallbacks(tx: Queries): void {
  for (const work of commitCallbacks.get(tx) ?? []) work();
}
