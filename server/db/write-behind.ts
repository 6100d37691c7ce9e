import { hasDefinitelyFailed } from './database-errors.ts';

/** Records that are written in batches without delaying the requests that add them. */
export interface WriteBehind<Row> {
  /** Never waits and never throws. */
  add(row: Row): void;
  /** Number of records that were dropped because the database was too slow or unreachable. */
  readonly droppedCount: number;
  /** Writes all waiting records. */
  flush(): Promise<void>;
}

export interface WriteBehindOptions<Row> {
  /** Writes the rows in one transaction. */
  write: (rows: Row[]) => Promise<void>;
  /**
   * Longest time that a record waits while the database keeps up. A full batch is written
   * immediately.
   */
  waitMs: number;
  /** Maximum number of rows per call of `write`. */
  batchSize: number;
  /** Maximum number of rows in memory. Further rows are dropped. */
  maxWaiting: number;
  /** Called once per flush in which rows were dropped or could not be written. */
  onProblem: (problem: { dropped: number; error: unknown }) => void;
}

/**
 * Collects records and writes them in batches. Keeps a batch for the next flush if it was
 * definitely not written. Drops a batch with an unknown outcome, because a record must not be
 * written twice.
 */
export function writeBehind<Row>(options: WriteBehindOptions<Row>): WriteBehind<Row> {
  const { write, waitMs, batchSize, maxWaiting, onProblem } = options;
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let droppedCount = 0;
  let reportedCount = 0;

  function start(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    running ??= Promise.resolve()
      .then(writeAll)
      .finally(() => {
        running = null;
        if (waiting.length > 0) schedule();
      });
    return running;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void start(), waitMs).unref();
  }

  async function writeAll(): Promise<void> {
    let failure: unknown = null;
    while (waiting.length > 0 && failure === null) {
      const batch = waiting.slice(0, batchSize);
      try {
        await write(batch);
        waiting = waiting.slice(batch.length);
      } catch (error) {
        failure = error ?? new Error('The batch could not be written.');
        if (hasDefinitelyFailed(error)) continue;
        waiting = waiting.slice(batch.length);
        droppedCount += batch.length;
      }
    }
    const dropped = droppedCount - reportedCount;
    reportedCount = droppedCount;
    if (dropped > 0 || failure !== null) onProblem({ dropped, error: failure });
  }

  return {
    add(row) {
      if (waiting.length >= maxWaiting) droppedCount += 1;
      else waiting.push(row);
      if (running) return;
      if (waiting.length >= batchSize) void start();
      else schedule();
    },
    get droppedCount() {
      return droppedCount;
    },
    async flush() {
      // A running flush may end before it includes the latest rows.
      await running;
      await start();
    },
  };
}
