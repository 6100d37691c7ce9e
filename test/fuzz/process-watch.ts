import { childrenOf, memoryOf } from '../bench/process-memory.ts';
import { type ProcessTime, timeOf } from './process-time.ts';

/** The system keeps peaks and sums: only a process that ends between two looks takes some along. */
const lookMs = 50;

/** What a server and the processes that it starts use, from the moment that the watch is made. */
export class ProcessWatch {
  readonly #server: number;
  readonly #startedMs = performance.now();
  readonly #first = new Map<number, ProcessTime>();
  readonly #last = new Map<number, ProcessTime>();
  readonly #looking: NodeJS.Timeout;
  #peakMb: number | null = null;

  constructor(server: number) {
    this.#server = server;
    for (const pid of [server, ...childrenOf(server)]) this.#first.set(pid, timeOf(pid));
    this.#looking = setInterval(() => this.#look(), lookMs);
  }

  /**
   * Ends the watch. `milliseconds` is the time that went by without that in which other programs had
   * the processors: a machine that is busy with something else makes no book slow.
   */
  end(): { milliseconds: number; workedMs: number; compilerPeakMb: number | null } {
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
    return { milliseconds, workedMs: ranMs, compilerPeakMb: this.#peakMb };
  }

  #look(): void {
    const children = childrenOf(this.#server);
    for (const pid of [this.#server, ...children]) {
      const time = timeOf(pid);
      // An ended process reads as zero: what it had had before counts.
      if (time.ranMs > 0) this.#last.set(pid, time);
    }
    for (const pid of children) {
      const peakMb = memoryOf(pid)?.peakMb ?? 0;
      this.#peakMb = Math.max(this.#peakMb ?? 0, peakMb);
    }
  }
}
