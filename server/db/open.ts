import { type Kysely, sql, type Transaction } from 'kysely';
import { tellCommitted } from './after-commit.ts';
import { openPostgres, type PostgresAddress } from './postgres.ts';
import type { Queries, Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

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
  relaxed<T>(work: (query: Transaction<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A file of the embedded engine, or the address of a PostgreSQL server. */
export type DatabaseAddress = { sqlitePath: string } | PostgresAddress;

/** Opens the database; nothing is created in it but the file. Close it when done. */
export function openDatabase(address: DatabaseAddress): Database {
  return 'url' in address ? onPostgres(address) : onSqlite(address.sqlitePath);
}

function onPostgres(address: PostgresAddress): Database {
  const query = openPostgres(address);
  return {
    engine: 'postgres',
    query,
    transaction: (work) => inTransaction(query, work),
    relaxed: (work) =>
      inTransaction(query, async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx);
        return work(tx);
      }),
    close: () => query.destroy(),
  };
}

function onSqlite(path: string): Database {
  const { query, relaxed } = openSqlite(path);
  return {
    engine: 'sqlite',
    query,
    transaction: (work) => inTransaction(query, work),
    relaxed: (work) => inTransaction(relaxed, work),
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
    tellCommitted(tx);
    return result;
  });
}

const attempts = 5;

/** Engines that order transactions themselves, and PostgreSQL at a deadlock, ask for another go. */
async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isRetryWanted(error)) throw error;
    }
  }
}

/** SQLSTATE 40001 serialization_failure, 40P01 deadlock_detected. */
function isRetryWanted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^40(001|P01)$/.test(String(error.code));
}
