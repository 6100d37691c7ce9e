import { setTimeout as delay } from 'node:timers/promises';

/** What happened to the requests of one phase. */
export interface PhaseReport {
  reads: number;
  /** Failed reads, by status or error code. They are not retried. */
  failedReads: Record<string, number>;
  writes: number;
  /** Attempts of writes that failed and were repeated with the same `Idempotency-Key`. */
  repeatedWrites: number;
  /** Longest time without a successful read, in milliseconds. */
  longestOutageMs: number;
}

export interface LoadOptions {
  url: string;
  /** Key whose requests are reads, and nothing else. */
  readKey: string;
  writeKey: string;
  bookId: string;
  readsPerSecond?: number;
  writers?: number;
}

export type Load = ReturnType<typeof startLoad>;

/** Sends reads and writes until it is stopped. */
export function startLoad(options: LoadOptions) {
  const { url, readKey, writeKey, bookId, readsPerSecond = 80, writers = 4 } = options;
  const over = new AbortController();
  /** Orders whose sale the server has acknowledged. */
  const acknowledged = new Set<string>();
  /** Reads that certainly count, and those with an unknown outcome. */
  const counted = { certain: 0, unknown: 0 };
  let phase = newPhase();
  let orders = 0;
  let lastSuccessMs = performance.now();

  async function read(): Promise<void> {
    phase.reads += 1;
    const outcome = await fetch(`${url}/v1/books?limit=1`, {
      headers: { Authorization: `Bearer ${readKey}` },
      signal: AbortSignal.timeout(15_000),
    })
      .then(async (response) => (await response.text(), response.status))
      .catch((error: unknown) => errorCode(error));
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
    // Until it is certain, also after the phase: a shop must know whether its sale is stored.
    for (;;) {
      const status = await fetch(`${url}/v1/sales`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${writeKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': orderId,
        },
        body,
        signal: AbortSignal.timeout(15_000),
      })
        .then(async (response) => (await response.text(), response.status))
        .catch(() => 0);
      if (status === 201 || status === 200) break;
      phase.repeatedWrites += 1;
      await delay(200);
    }
    phase.writes += 1;
    acknowledged.add(orderId);
  }

  /** Starts reads that do not wait for each other, as independent readers do. */
  const readAll = async () => {
    const reads = new Set<Promise<void>>();
    while (!over.signal.aborted) {
      const one = read().finally(() => reads.delete(one));
      reads.add(one);
      await delay(1000 / readsPerSecond);
    }
    await Promise.all(reads);
  };
  const writeAll = async () => {
    while (!over.signal.aborted) {
      await write();
      await delay(20);
    }
  };
  const running = Promise.all([readAll(), ...Array.from({ length: writers }, writeAll)]);
  return {
    acknowledged,
    counted,
    /** Returns the report of the phase that ends, and starts another. */
    nextPhase(): PhaseReport {
      const report = phase;
      report.longestOutageMs = Math.max(report.longestOutageMs, performance.now() - lastSuccessMs);
      phase = newPhase();
      lastSuccessMs = performance.now();
      return { ...report, longestOutageMs: Math.round(report.longestOutageMs) };
    },
    async stop(): Promise<void> {
      over.abort();
      await running;
    },
  };
}

function newPhase(): PhaseReport {
  return { reads: 0, failedReads: {}, writes: 0, repeatedWrites: 0, longestOutageMs: 0 };
}

function errorCode(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.name : 'error';
}
