import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** After this time, a shop repeats a request that has no answer. */
const writeTimeoutMs = 5000;

/** Results of one phase's requests. */
export interface PhaseReport {
  reads: number;
  /** Failed reads, by status or error code. They are not retried. */
  failedReads: Record<string, number>;
  writes: number;
  /** Failed write attempts that were repeated with the same `Idempotency-Key`. */
  repeatedWrites: number;
  /** Number of requested sections and images of books. */
  contentReads: number;
  failedContentReads: Record<string, number>;
  /** Content that differs from the book's. */
  wrongContent: number;
  /** Longest times without a successful read and without an acknowledged write, in milliseconds. */
  longestOutageMs: number;
  longestWriteOutageMs: number;
}

/** An API operation that reads one of several files, and its expected content. */
export interface Content {
  path: string;
  headers: Record<string, string>;
  sha256: string;
}

export interface LoadOptions {
  url: string;
  /** Key that sends only read requests. */
  readKey: string;
  writeKey: string;
  bookId: string;
  /** Files of books that are also read. */
  content: readonly Content[];
  readsPerSecond?: number;
  contentReadsPerSecond?: number;
  writers?: number;
}

export type Load = ReturnType<typeof startLoad>;

/** Sends reads and writes until it is stopped. */
export function startLoad(options: LoadOptions) {
  const { url, readKey, writeKey, bookId, content } = options;
  const { readsPerSecond = 80, contentReadsPerSecond = 10, writers = 4 } = options;
  const over = new AbortController();
  /** Orders whose sale the server has acknowledged. */
  const acknowledged = new Set<string>();
  /** Number of reads that must be counted, and of reads with an unknown outcome. */
  const counted = { certain: 0, unknown: 0 };
  let phase = newPhase();
  let orders = 0;
  let lastSuccessMs = performance.now();
  let lastWriteMs = performance.now();

  async function read(): Promise<void> {
    phase.reads += 1;
    const outcome = await fetch(`${url}/v1/books?limit=1`, {
      headers: { Authorization: `Bearer ${readKey}` },
      signal: AbortSignal.timeout(15_000),
    })
      .then(async (response) => (await response.text(), response.status))
      .catch(errorCode);
    if (outcome === 200) {
      const nowMs = performance.now();
      phase.longestOutageMs = Math.max(phase.longestOutageMs, nowMs - lastSuccessMs);
      lastSuccessMs = nowMs;
      counted.certain += 1;
      return;
    }
    counted.unknown += 1;
    phase.failedReads[outcome] = (phase.failedReads[outcome] ?? 0) + 1;
  }

  async function readContent(): Promise<void> {
    phase.contentReads += 1;
    const file = content[phase.contentReads % content.length];
    if (!file) return;
    const outcome = await fetch(url + file.path, {
      headers: file.headers,
      signal: AbortSignal.timeout(15_000),
    })
      .then(async (response) => ({ status: response.status, bytes: await response.bytes() }))
      .catch((error: unknown) => ({ status: errorCode(error), bytes: null }));
    if (outcome.status !== 200) {
      const { status } = outcome;
      phase.failedContentReads[status] = (phase.failedContentReads[status] ?? 0) + 1;
    } else if (outcome.bytes && hash('sha256', outcome.bytes) !== file.sha256) {
      phase.wrongContent += 1;
    }
  }

  async function write(): Promise<void> {
    orders += 1;
    const orderId = `order-${orders}`;
    const body = JSON.stringify({
      orderId,
      bookId,
      quantity: 1,
      unitPrice: { amount: '9.99', currency: 'EUR' },
      occurredAt: new Date(Date.now() - 60_000).toISOString(),
    });
    // Repeated until the outcome is known, even after the phase, because a shop must know whether
    // its sale is stored.
    for (;;) {
      const status = await fetch(`${url}/v1/sales`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${writeKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': orderId,
        },
        body,
        signal: AbortSignal.timeout(writeTimeoutMs),
      })
        .then(async (response) => (await response.text(), response.status))
        .catch(() => 0);
      if (status === 201 || status === 200) break;
      phase.repeatedWrites += 1;
      await delay(200);
    }
    const nowMs = performance.now();
    phase.longestWriteOutageMs = Math.max(phase.longestWriteOutageMs, nowMs - lastWriteMs);
    lastWriteMs = nowMs;
    phase.writes += 1;
    acknowledged.add(orderId);
  }

  /** Starts reads that do not wait for each other, as independent readers do. */
  const startPeriodically = async (work: () => Promise<void>, perSecond: number) => {
    const running = new Set<Promise<void>>();
    while (!over.signal.aborted) {
      const one = work().finally(() => running.delete(one));
      running.add(one);
      await delay(1000 / perSecond);
    }
    await Promise.all(running);
  };
  const writeAll = async () => {
    while (!over.signal.aborted) {
      await write();
      await delay(20);
    }
  };
  const running = Promise.all([
    startPeriodically(read, readsPerSecond),
    content.length > 0 ? startPeriodically(readContent, contentReadsPerSecond) : null,
    ...Array.from({ length: writers }, writeAll),
  ]);
  return {
    acknowledged,
    counted,
    /** Returns the report of the current phase and starts a new one. */
    nextPhase(): PhaseReport {
      const report = phase;
      const nowMs = performance.now();
      report.longestOutageMs = Math.max(report.longestOutageMs, nowMs - lastSuccessMs);
      report.longestWriteOutageMs = Math.max(report.longestWriteOutageMs, nowMs - lastWriteMs);
      phase = newPhase();
      lastSuccessMs = nowMs;
      lastWriteMs = nowMs;
      return {
        ...report,
        longestOutageMs: Math.round(report.longestOutageMs),
        longestWriteOutageMs: Math.round(report.longestWriteOutageMs),
      };
    },
    async stop(): Promise<void> {
      over.abort();
      await running;
    },
  };
}

function newPhase(): PhaseReport {
  return {
    reads: 0,
    failedReads: {},
    writes: 0,
    repeatedWrites: 0,
    contentReads: 0,
    failedContentReads: {},
    wrongContent: 0,
    longestOutageMs: 0,
    longestWriteOutageMs: 0,
  };
}

function errorCode(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof DOMException) return cause.name;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.name : 'error';
}
