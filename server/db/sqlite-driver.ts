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
import { SharedCommits } from './shared-commits.ts';
import { whenFree } from './when-free.ts';

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
  #commits: SharedCommits | undefined;

  constructor(open: () => Promise<Handles>) {
    this.#open = open;
  }

  async init() {
    const { writer, reader } = await this.#open();
    this.#writer = new Session(writer);
    this.#commits = new SharedCommits(writer);
    this.#reader = new Session(reader);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const [reader, writer, commits] = [this.#reader, this.#writer, this.#commits];
    if (!reader || !writer || !commits) throw new Error('The database is closed.');
    return new SqliteConnection(reader, writer, commits);
  }

  async beginTransaction(connection: SqliteConnection) {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.commit();
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
}

class SqliteConnection implements DatabaseConnection {
  readonly #reader: Session;
  readonly #writer: Session;
  readonly #commits: SharedCommits;
  #isWriting = false;

  constructor(reader: Session, writer: Session, commits: SharedCommits) {
    this.#reader = reader;
    this.#writer = writer;
    this.#commits = commits;
  }

  async begin() {
    await this.#commits.begin();
    this.#isWriting = true;
  }

  async commit() {
    this.#isWriting = false;
    await this.#commits.commit();
  }

  /** Kysely asks for it after a commit that failed, too: then there is nothing left to undo. */
  rollback() {
    if (!this.#isWriting) return;
    this.#isWriting = false;
    this.#commits.rollback();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isWriting) return this.#writer.run<R>(query);
    if (isRead(query)) return await whenFree(() => this.#reader.run<R>(query));
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

/** Others, such as `vacuum`, may not run in a transaction. */
function isChange({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}

/** The engine itself refuses what it cannot bind. */
function toInputValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** Kysely's types say what the rows of a query are. */
function toRows<R>(rows: unknown[]): R[] {
  return rows as R[];
}
