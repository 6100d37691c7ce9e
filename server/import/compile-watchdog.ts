import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { maxHeapMb, maxCpuMs } from './compiler-limits.ts';

/** The watchdog thread's input. */
export interface WatchdogInput {
  /** Id of the process that started the compiler process. */
  parentPid: number;
  /**
   * Memory in bytes and CPU time in microseconds. In shared memory because the limits change with
   * every book.
   */
  limits: Float64Array;
}

/** Signal that kills a process above its memory limit. Not used for any other purpose. */
export const memoryLimitSignal = 'SIGALRM';
/** Signal that kills a process above its CPU time limit. */
export const cpuLimitSignal = 'SIGXCPU';

/** Has the same extension as this file: `.ts` in the sources, `.js` in the published package. */
const threadFile = new URL(
  `compile-watchdog-thread${extname(import.meta.filename)}`,
  import.meta.url,
);

/**
 * Monitors this process from a separate thread, which a book cannot block. The thread kills the
 * process if it exceeds its memory or CPU time limit, or if its parent process has ended.
 *
 * @param parentPid - Id of the process that started this one.
 * @returns A function that starts a job's CPU time and sets its memory limit in megabytes.
 */
export function startWatchdog(parentPid: number): (memoryMb: number, cpuMs?: number) => void {
  const limits = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  limits.fill(Infinity);
  const workerData: WatchdogInput = { parentPid, limits };
  const thread = new Worker(threadFile, {
    workerData,
    // The process's heap flags are meant for books, but the thread needs almost no heap.
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb / 16, maxYoungGenerationSizeMb: 1 },
  });
  thread.unref();
  return (memoryMb, cpuMs = maxCpuMs) => {
    limits.set([memoryMb * 1e6, cpuTimeUs() + cpuMs * 1000]);
  };
}

/** CPU time used by this process so far, in microseconds. */
export function cpuTimeUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
