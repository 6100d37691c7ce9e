import { childrenOf, memoryOf } from '../bench/process-memory.ts';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The system keeps peaks and totals, so only usage of processes that end between two polls is lost.
 */
const pollIntervalMs = 50;

/** Measures the resource usage of a server and its child processes, from its creation on. */
export class ProcessMonitor {
  readonly #server: number;
  readonly #startedMs = performance.now();
  readonly #first = new Map<number, ProcessTime>();
  readonly #last = new Map<number, ProcessTime>();
  readonly #timer: NodeJS.Timeout;
  #peakMb: number | null = null;

  constructor(server: number) {
    this.#server = server;
    for (const pid of [server, ...childrenOf(server)]) this.#first.set(pid, processTimeOf(pid));
    this.#timer = setInterval(() => this.#poll(), pollIntervalMs);
  }

  /**
   * Stops measuring. `elapsedMs` excludes the time in which other programs used the processors, so
   * that a busy machine does not make a book appear slow.
   */
  stop(): { elapsedMs: number; cpuMs: number; compilerPeakMb: number | null } {
    clearInterval(this.#timer);
    this.#poll();
    const elapsedMs = performance.now() - this.#startedMs;
    let [ranMs, waitedMs] = [0, 0];
    for (const [pid, last] of this.#last) {
      const first = this.#first.get(pid) ?? { ranMs: 0, waitedMs: 0 };
      ranMs += last.ranMs - first.ranMs;
      waitedMs += last.waitedMs - first.waitedMs;
    }
    const milliseconds = Math.min(elapsedMs, Math.max(ranMs, elapsedMs - waitedMs));
    return { elapsedMs: milliseconds, cpuMs: ranMs, compilerPeakMb: this.#peakMb };
  }

  #poll(): void {
    const children = childrenOf(this.#server);
    for (const pid of [this.#server, ...children]) {
      const time = processTimeOf(pid);
      // The time of an ended process is reported as zero, so keep its last value.
      if (time.ranMs > 0) this.#last.set(pid, time);
    }
    for (const pid of children) {
      const peakMb = memoryOf(pid)?.peakMb ?? 0;
      this.#peakMb = Math.max(this.#peakMb ?? 0, peakMb);
    }
  }
}

/** CPU time of all threads of a process, in milliseconds. */
interface ProcessTime {
  ranMs: number;
  /** Time ready to run while other processes ran. */
  waitedMs: number;
}

/** Zero if the process does not exist or the system does not provide the values. */
function processTimeOf(pid: number): ProcessTime {
  const sum = { ranMs: 0, waitedMs: 0 };
  for (const thread of threadsOf(pid)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      const [ran = 0, waited = 0] = text.split(' ').map(Number);
      sum.ranMs += ran / 1e6;
      sum.waitedMs += waited / 1e6;
    } catch {
      // The thread has just ended.
    }
  }
  return sum;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
