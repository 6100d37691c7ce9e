import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  DeleteQueryNode,
  InsertQueryNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatabaseLoad } from '../telemetry/state-metrics.ts';
import { SqliteWriteQueue, retryWhileBusy } from './sqlite-write-queue.ts';

interface SqliteHandles {
  writer: DatabaseSync;
  reader: DatabaseSync;
}

/** An open file, shared by all connections of this process. */
interface OpenFile {
  writer: Session;
  reader: Session;
  commits: SqliteWriteQueue;
}

/** A file that is opened on first use and closed once. */
export class SqliteFile {
  readonly #open: () => Promise<SqliteHandles>;
  #file: Promise<OpenFile> | undefined;
  #isClosed = false;
  #commits: SqliteWriteQueue | null = null;

  constructor(open: () => Promise<SqliteHandles>) {
    this.#open = open;
  }

  opened(): Promise<OpenFile> {
    this.#file ??= this.#open().then(({ writer, reader }) => {
      const commits = new SqliteWriteQueue(writer);
      this.#commits = commits;
      return { writer: new Session(writer), reader: new Session(reader), commits };
    });
    return this.#file;
  }

  /** The writer and the reader count as connections. */
  load(): DatabaseLoad {
    const { isWriting = false, waiting = 0, waits = 0, waitedMs = 0 } = this.#commits ?? {};
    const open = this.#commits && !this.#isClosed ? 2 : 0;
    const used = isWriting ? 1 : 0;
    return { used, idle: Math.max(0, open - used), waiting, waits, waitedMs };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const file = await this.#file;
    file?.reader.database.close();
    // Closing the last handle checkpoints the write-ahead log.
    file?.writer.database.close();
  }
}

/**
 * Kysely driver for `node:sqlite`. Reads use a separate connection and never wait. Serializes this
 * process's writes, and waits for those of other processes without blocking the event loop.
 */
export class SqliteDriver implements Driver {
  readonly #source: SqliteFile;
  readonly #isRelaxed: boolean;
  #file: OpenFile | undefined;

  /** @param isRelaxed - Whether commits return before the data is on disk. */
  constructor(source: SqliteFile, isRelaxed: boolean) {
    this.#source = source;
    this.#isRelaxed = isRelaxed;
  }

  async init() {
    this.#file = await this.#source.opened();
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#file) throw new Error('The database is closed.');
    const { reader, writer, commits } = this.#file;
    return new SqliteConnection(reader, writer, commits);
  }

  async beginTransaction(connection: SqliteConnection) {
    await connection.begin(this.#isRelaxed);
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection) {
    connection.rollback();
  }

  async releaseConnection() {}

  async destroy() {
    await this.#source.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #reader: Session;
  readonly #writer: Session;
  readonly #commits: SqliteWriteQueue;
  #isWriting = false;

  constructor(reader: Session, writer: Session, commits: SqliteWriteQueue) {
    this.#reader = reader;
    this.#writer = writer;
    this.#commits = commits;
  }

  async begin(isRelaxed: boolean) {
    await this.#commits.begin(isRelaxed);
    this.#isWriting = true;
  }

  async commit() {
    this.#isWriting = false;
    await this.#commits.commit();
  }

  /** Kysely also calls this after a failed commit, when there is nothing to roll back. */
  rollback() {
    if (!this.#isWriting) return;
    this.#isWriting = false;
    this.#commits.rollback();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isWriting) return this.#writer.run<R>(query);
    if (isRead(query)) return await retryWhileBusy(() => this.#reader.run<R>(query));
    return await this.#commits.run(() => this.#writer.run<R>(query), !isChange(query));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield* (this.#isWriting ? this.#writer : this.#reader).stream<R>(query);
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
    // Not cached because a statement supports only one iteration at a time.
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

/** Other statements, such as `vacuum`, cannot run in a transaction. */
function isChange({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}

/** The engine rejects unsupported values. */
function toInputValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** Kysely's types describe a query's rows. */
function toRows<R>(rows: unknown[]): R[] {
  return rows as R[];
}
