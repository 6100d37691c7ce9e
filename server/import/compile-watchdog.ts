import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { maxHeapMb, maxCpuMs } from './compiler-limits.ts';

/** What the thread beside the compiler is told: whose child the process is, and what it may hold. */
export interface WatchdogInput {
  parentPid: number;
  /** Bytes and microseconds of the processor's time; shared, so that they change with every book. */
  limits: Float64Array;
}

/** How a process ends that holds more than it may: no other part of the program uses this signal. */
export const memoryLimitSignal = 'SIGALRM';
/** How one ends that has worked for longer than it may. */
export const cpuLimitSignal = 'SIGXCPU';

/** Has the extension of this file: `.ts` in the sources, `.js` in the published package. */
const threadFile = new URL(
  `compile-watchdog-thread${extname(import.meta.filename)}`,
  import.meta.url,
);

/**
 * Watches this process from a thread of its own, which no book can keep busy: it is killed when it
 * holds or works more than it may, and when the process that it works for is gone.
 *
 * @param parent - Id of the process that started this one.
 * @returns Begins the time of a book, and sets what the process may hold, in megabytes.
 */
export function startWatchdog(parentPid: number): (capMb: number, mostWorkMs?: number) => void {
  const limits = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  limits.fill(Infinity);
  const workerData: WatchdogInput = { parentPid, limits };
  const thread = new Worker(threadFile, {
    workerData,
    // The flags of this process are for books: of its heap the thread needs next to nothing.
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb / 16, maxYoungGenerationSizeMb: 1 },
  });
  thread.unref();
  return (capMb, mostWorkMs = maxCpuMs) => {
    limits.set([capMb * 1e6, cpuTimeUs() + mostWorkMs * 1000]);
  };
}

/** What this process has had of the processor so far, in microseconds. */
export function cpuTimeUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
