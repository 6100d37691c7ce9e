import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';

interface Handles {
  writer: DatabaseSync;
  reader: DatabaseSync;
}

/**
 * Kysely's driver for `node:sqlite`. Reads go to a connection of their own and never wait; writes
 * of this process go one after the other, those of other processes are waited for without
 * blocking the event loop.
 */
export class SqliteDriver implements Driver {
  readonly #open: () => Promise<Handles>;
  #writer: Session | undefined;
  #reader: Session | undefined;
  #writeLock: Promise<void> = Promise.resolve();

  constructor(open: () => Promise<Handles>) {
    this.#open = open;
  }

  async init() {
    const { writer, reader } = await this.#open();
    this.#writer = new Session(writer);
    this.#reader = new Session(reader);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#reader || !this.#writer) throw new Error('The database is closed.');
    return new SqliteConnection(this.#reader, this.#writer, () => this.#lockWrites());
  }

  async beginTransaction(connection: SqliteConnection) {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection) {
    connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection) {
    connection.rollback();
  }

  async releaseConnection() {}

  async destroy() {
    this.#reader?.database.close();
    // The last one to close folds the write-ahead log into the file.
    this.#writer?.database.close();
  }

  /** Resolves to the function that lets the next writer in. */
  async #lockWrites(): Promise<() => void> {
    const before = this.#writeLock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writeLock = promise;
    await before;
    return resolve;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #reader: Session;
  readonly #writer: Session;
  readonly #lockWrites: () => Promise<() => void>;
  #unlock: (() => void) | null = null;

  constructor(reader: Session, writer: Session, lockWrites: () => Promise<() => void>) {
    this.#reader = reader;
    this.#writer = writer;
    this.#lockWrites = lockWrites;
  }

  async begin() {
    const unlock = await this.#lockWrites();
    try {
      await whenFree(() => this.#writer.database.exec('begin immediate'));
    } catch (error) {
      unlock();
      throw error;
    }
    this.#unlock = unlock;
  }

  commit() {
    this.#writer.database.exec('commit');
    this.#end();
  }

  rollback() {
    try {
      // Some errors have already ended the transaction.
      if (this.#writer.database.isTransaction) this.#writer.database.exec('rollback');
    } finally {
      this.#end();
    }
  }

  #end() {
    this.#unlock?.();
    this.#unlock = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unlock) return this.#writer.run<R>(query);
    if (isRead(query)) return await whenFree(() => this.#reader.run<R>(query));
    const unlock = await this.#lockWrites();
    try {
      return await whenFree(() => this.#writer.run<R>(query));
    } finally {
      unlock();
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield* (this.#unlock ? this.#writer : this.#reader).stream<R>(query);
  }
}

/** One open handle and the statements prepared on it. */
class Session {
  readonly database: DatabaseSync;
  readonly #statements = new LRUCache<string, { statement: StatementSync; returnsRows: boolean }>({
    max: 300,
  });

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = toInputValues(parameters);
    if (returnsRows) return { rows: toRows<R>(statement.all(...values)) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  *stream<R>({ sql, parameters }: CompiledQuery): Generator<QueryResult<R>> {
    // Not from the cache: a statement holds one iteration at a time.
    for (const row of this.database.prepare(sql).iterate(...toInputValues(parameters))) {
      yield { rows: toRows<R>([row]) };
    }
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || /^\s*(select|explain)\b/i.test(sql);
}

const sqliteBusy = 5;
const patienceMs = 30_000;
const pauseMs = 10;

/** Runs `step`, again while another process holds the file, for half a minute at most. */
async function whenFree<T>(step: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return step();
    } catch (error) {
      if (waitedMs >= patienceMs || !isBusy(error)) throw error;
    }
    await delay(pauseMs);
  }
}

/** The low byte is the primary result code: https://sqlite.org/rescode.html */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
  );
}

/** The engine itself refuses what it cannot bind. */
function toInputValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** Kysely's types say what the rows of a query are. */
function toRows<R>(rows: unknown[]): R[] {
  return rows as R[];
}
