import { childrenOf, memoryOf } from '../bench/process-memory.ts';
import { readdirSync, readFileSync } from 'node:fs';

/** The system keeps peaks and sums: only a process that ends between two looks takes some along. */
const pollIntervalMs = 50;

/** What a server and the processes that it starts use, from the moment that the watch is made. */
export class ProcessMonitor {
  readonly #server: number;
  readonly #startedMs = performance.now();
  readonly #first = new Map<number, ProcessTime>();
  readonly #last = new Map<number, ProcessTime>();
  readonly #looking: NodeJS.Timeout;
  #peakMb: number | null = null;

  constructor(server: number) {
    this.#server = server;
    for (const pid of [server, ...childrenOf(server)]) this.#first.set(pid, processTimeOf(pid));
    this.#looking = setInterval(() => this.#look(), pollIntervalMs);
  }

  /**
   * Ends the watch. `elapsedMs` is the time that went by without that in which other programs had
   * the processors: a machine that is busy with something else makes no book slow.
   */
  stop(): { elapsedMs: number; cpuMs: number; compilerPeakMb: number | null } {
    clearInterval(this.#looking);
    this.#look();
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

  #look(): void {
    const children = childrenOf(this.#server);
    for (const pid of [this.#server, ...children]) {
      const time = processTimeOf(pid);
      // An ended process reads as zero: what it had had before counts.
      if (time.ranMs > 0) this.#last.set(pid, time);
    }
    for (const pid of children) {
      const peakMb = memoryOf(pid)?.peakMb ?? 0;
      this.#peakMb = Math.max(this.#peakMb ?? 0, peakMb);
    }
  }
}

/** What all threads of a process together have had of the processors, in milliseconds. */
interface ProcessTime {
  ranMs: number;
  /** Ready to run, while others did. */
  waitedMs: number;
}

/** Zero where there is no such process, or a system that does not tell. */
function processTimeOf(pid: number): ProcessTime {
  const sum = { ranMs: 0, waitedMs: 0 };
  for (const thread of threadsOf(pid)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      const [ran = 0, waited = 0] = text.split(' ').map(Number);
      sum.ranMs += ran / 1e6;
      sum.waitedMs += waited / 1e6;
    } catch {
      // It has just ended.
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
