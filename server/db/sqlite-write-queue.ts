import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const sqliteBusy = 5;

const busyTimeoutMs = 30_000;

const busyPauseMs = 10;
/** Maximum number of transactions per group commit. */
const maxGroupSize = 64;

/**
 * Serializes one SQLite connection's writers. Writers that finish while others are waiting commit
 * together with them, with one disk sync. Each promise resolves only after that. A rollback affects
 * only its own writer.
 */
export class SqliteWriteQueue {
  readonly #database: DatabaseSync;
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => undefined;
  #waiting = 0;
  #waits = 0;
  #waitedMs = 0;
  #done: PromiseWithResolvers<void>[] = [];
  /** Whether commits currently wait for the disk. */
  #isDurable = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#wait(true);
  }

  get isWriting(): boolean {
    return this.#isInTransaction();
  }

  /** Writers that wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of turns since the start, most of which required no wait. */
  get waits(): number {
    return this.#waits;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  /**
   * Resolves when the caller may write. End with `commit` or `rollback`.
   *
   * @param isRelaxed - Whether the commit may return before the data is on disk.
   */
  async begin(isRelaxed: boolean): Promise<void> {
    await this.#takeTurn();
    try {
      if (!isRelaxed) this.#becomeDurable();
      if (!this.#database.isTransaction) {
        this.#wait(!isRelaxed);
        await retryWhileBusy(() => this.#database.exec('begin immediate'));
      }
      this.#database.exec('savepoint writer');
    } catch (error) {
      this.#pass();
      throw error;
    }
  }

  /** Resolves after the group commit. */
  async commit(): Promise<void> {
    try {
      this.#database.exec('release writer');
    } catch (error) {
      this.#undo(error);
      this.#pass();
      throw error;
    }
    await this.#join();
  }

  rollback(): void {
    if (this.#isInTransaction()) this.#database.exec('rollback to writer; release writer');
    // A full disk rolls back the whole group's transaction.
    else this.#undo(new Error('The database rolled back the transaction.'));
    this.#pass();
  }

  /** Runs one atomic statement. `isAlone` means that it cannot run in a transaction. */
  async run<T>(statement: () => T, isAlone: boolean): Promise<T> {
    await this.#takeTurn();
    let result: T;
    let isShared = false;
    try {
      if (isAlone) this.#flush();
      else this.#becomeDurable();
      isShared = this.#database.isTransaction;
      if (!isShared) this.#wait(true);
      result = isShared ? statement() : await retryWhileBusy(statement);
    } catch (error) {
      if (isShared && !this.#isInTransaction()) this.#undo(error);
      this.#pass();
      throw error;
    }
    if (isShared) await this.#join();
    else this.#pass();
    return result;
  }

  /** Commits a relaxed group because SQLite cannot change `synchronous` in a transaction. */
  #becomeDurable(): void {
    if (!this.#isDurable) this.#flush();
  }

  /**
   * With a write-ahead log, commits in both modes survive a process kill, but only `full` survives
   * a power loss.
   */
  #wait(isDurable: boolean): void {
    if (this.#isDurable === isDurable) return;
    this.#database.exec(`pragma synchronous = ${isDurable ? 'full' : 'normal'}`);
    this.#isDurable = isDurable;
  }

  async #takeTurn(): Promise<void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    const startedMs = performance.now();
    this.#waiting += 1;
    this.#waits += 1;
    await before;
    this.#waiting -= 1;
    this.#waitedMs += performance.now() - startedMs;
    this.#endTurn = resolve;
  }

  #join(): Promise<void> {
    const one = Promise.withResolvers<void>();
    this.#done.push(one);
    this.#pass();
    return one.promise;
  }

  #pass(): void {
    if (this.#waiting === 0 || this.#done.length >= maxGroupSize) this.#flush();
    this.#endTurn();
  }

  #flush(): void {
    if (!this.#isInTransaction()) return;
    try {
      this.#database.exec(this.#done.length > 0 ? 'commit' : 'rollback');
      for (const { resolve } of this.#done) resolve();
      this.#done = [];
    } catch (error) {
      this.#undo(error);
    }
  }

  /** The property throws after the database is closed, and the next writers would wait forever. */
  #isInTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction;
  }

  #undo(error: unknown): void {
    if (this.#isInTransaction()) this.#database.exec('rollback');
    for (const { reject } of this.#done) reject(error);
    this.#done = [];
  }
}

/** Repeats `step` for at most 30 seconds while another process has locked the file. */
export async function retryWhileBusy<T>(step: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += busyPauseMs) {
    try {
      return step();
    } catch (error) {
      if (waitedMs >= busyTimeoutMs || !isBusy(error)) throw error;
    }
    await delay(busyPauseMs);
  }
}

/** The low byte is the primary result code: https://sqlite.org/rescode.html */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
  );
}
