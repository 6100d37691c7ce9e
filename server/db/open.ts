import { type Kysely, sql, type Transaction } from 'kysely';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Queries, Schema } from './schema.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { openSqlite } from './sqlite.ts';
import type { DatabaseLoad } from '../telemetry/state-metrics.ts';

const commitCallbacks = new WeakMap<Queries, (() => void)[]>();
export type { Queries, Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** An open database, independent of the engine. */
export interface Database {
  readonly engine: Engine;
  readonly query: Queries;
  /** Where new content is stored, or null for the database itself. */
  readonly objects: ObjectStore | null;
  /**
   * Runs `work` in one write transaction, and rolls back if it throws. May run `work` several times
   * if the engine requires a retry, so it must have no effects outside the database. On SQLite, all
   * of the process's other writes wait for it, so compute first and then write.
   */
  transaction<T>(work: (query: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Does the same as `transaction`, but the commit does not wait for the disk. A power loss can
   * undo it, but a killed process cannot. For records of repeatable work.
   */
  relaxedTransaction<T>(work: (query: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Load on this process's connections. */
  load(): DatabaseLoad;
  close(): Promise<void>;
}

/** An SQLite file or a PostgreSQL server. */
export type DatabaseLocation = { sqlitePath: string } | PostgresOptions;

/**
 * Opens the database without creating tables. The caller closes it.
 *
 * @param objects - Where to store the content of books. Defaults to the database.
 */
export function openDatabase(
  address: DatabaseLocation,
  objects: ObjectStore | null = null,
): Database {
  const opened =
    'url' in address ? openPostgresDatabase(address) : openSqliteDatabase(address.sqlitePath);
  return { ...opened, objects };
}

type Opened = Omit<Database, 'objects'>;

function openPostgresDatabase(address: PostgresOptions): Opened {
  const { query, load } = openPostgres(address);
  return {
    engine: 'postgres',
    query,
    transaction: (work) => inTransaction(query, work),
    relaxedTransaction: (work) =>
      inTransaction(query, async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx);
        return work(tx);
      }),
    load,
    close: () => query.destroy(),
  };
}

function openSqliteDatabase(path: string): Opened {
  const { query, relaxed, load } = openSqlite(path);
  return {
    engine: 'sqlite',
    query,
    transaction: (work) => inTransaction(query, work),
    relaxedTransaction: (work) => inTransaction(relaxed, work),
    load,
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

/** Repeats transactions after serialization failures and deadlocks. */
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

/** Runs `work` after the transaction commits, but not after a rollback. */
export function afterCommit(tx: Queries, work: () => void): void {
  const before = commitCallbacks.get(tx);
  if (before) before.push(work);
  else commitCallbacks.set(tx, [work]);
}

/** Runs the callbacks of a committed transaction. */
function runCommitCallbacks(tx: Queries): void {
  for (const work of commitCallbacks.get(tx) ?? []) work();
}

/** Returns the transaction as a database, for modules that write through one. */
export function databaseInTransaction(
  db: Database,
  query: Parameters<Parameters<Database['transaction']>[0]>[0],
): Database {
  return {
    engine: db.engine,
    objects: db.objects,
    query,
    transaction: (work) => work(query),
    relaxedTransaction: (work) => work(query),
    load: () => db.load(),
    close: async () => undefined,
  };
}
