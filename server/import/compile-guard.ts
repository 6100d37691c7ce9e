import { Worker } from 'node:worker_threads';
import { heapMb } from './compiler-limits.ts';

/** What the thread beside the compiler is told: whose child the process is, and what it may hold. */
export interface GuardOrder {
  parent: number;
  /** One number, in bytes; shared, so that it can be changed for every book. */
  cap: Float64Array;
}

/** How a process ends that holds more than it may: no other part of the program uses this signal. */
export const overMemory = 'SIGALRM';

/**
 * Watches this process from a thread of its own, which no book can keep busy: it is killed when it
 * holds more than it may, and when the process that it works for is gone.
 *
 * @param parent - Id of the process that started this one.
 * @returns Sets what the process may hold, in megabytes.
 */
export function guard(parent: number): (capMb: number) => void {
  const cap = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  cap[0] = Infinity;
  const workerData: GuardOrder = { parent, cap };
  const thread = new Worker(new URL('compile-guard-thread.ts', import.meta.url), {
    workerData,
    // The flags of this process are for books: of its heap the thread needs next to nothing.
    resourceLimits: { maxOldGenerationSizeMb: heapMb / 16, maxYoungGenerationSizeMb: 1 },
  });
  thread.unref();
  return (capMb) => {
    cap[0] = capMb * 1e6;
  };
}
