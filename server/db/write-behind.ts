import { hasDefinitelyFailed } from './database-errors.ts';

/** Records that are written in batches without delaying the requests that add them. */
export interface WriteBehind<Row> {
  /** Never waits and never throws. Returns false if the row was dropped. */
  add(row: Row): boolean;
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
  /** Number of records in a row. 1 by default. */
  countOf?: (row: Row) => number;
  /** Maximum number of rows in memory. Further rows are dropped. */
  maxWaiting: number;
  /** Called once per flush in which records were dropped or could not be written. */
  onProblem: (problem: { dropped: number; error: unknown }) => void;
}

/**
 * Collects records and writes them in batches. Rows that arrive during a write wait for the next
 * full batch or for `waitMs`, because many small batches cost more than few large ones. Keeps a
 * batch for the next flush if it was definitely not written. Drops a batch with an unknown outcome,
 * because a record must not be written twice.
 */
export function writeBehind<Row>(options: WriteBehindOptions<Row>): WriteBehind<Row> {
  const { write, waitMs, batchSize, maxWaiting, countOf = () => 1, onProblem } = options;
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  /** Number of running calls of `flush`. */
  let flushCount = 0;
  let droppedCount = 0;
  let reportedCount = 0;

  function start(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    running ??= Promise.resolve()
      .then(writeBatches)
      .finally(() => {
        running = null;
        if (waiting.length > 0) schedule();
      });
    return running;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void start(), waitMs).unref();
  }

  async function writeBatches(): Promise<void> {
    let failure: unknown = null;
    do {
      const batch = waiting.slice(0, batchSize);
      try {
        await write(batch);
        waiting = waiting.slice(batch.length);
      } catch (error) {
        failure = error ?? new Error('The batch could not be written.');
        if (hasDefinitelyFailed(error)) continue;
        waiting = waiting.slice(batch.length);
        for (const row of batch) droppedCount += countOf(row);
      }
    } while (waiting.length >= (flushCount > 0 ? 1 : batchSize) && failure === null);
    const dropped = droppedCount - reportedCount;
    reportedCount = droppedCount;
    if (dropped > 0 || failure !== null) onProblem({ dropped, error: failure });
  }

  return {
    add(row) {
      const isKept = waiting.length < maxWaiting;
      if (isKept) waiting.push(row);
      else droppedCount += 1;
      if (running) return isKept;
      if (waiting.length >= batchSize) void start();
      else schedule();
      return isKept;
    },
    get droppedCount() {
      return droppedCount;
    },
    async flush() {
      flushCount += 1;
      await running;
      if (waiting.length > 0) await start();
      flushCount -= 1;
    },
  };
}
