import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes this process collect garbage early. Halves the memory needed to compile many books but is
 * slightly slower. For commands that import books and exit.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}

/**
 * Limits the young generation of the heap, which would grow to a hundred megabytes under load
 * without making anything faster. For long-running processes.
 */
export function limitNewSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Runs one-time work that produces much garbage, such as reading a whole catalog, with a small
 * heap. Then returns the memory to the system, which takes about a tenth of a second, and lets the
 * heap grow again.
 */
export async function runWithSmallHeap(work: () => Promise<void>): Promise<void> {
  limitHeapGrowth();
  try {
    await work();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') {
      await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
    }
  } finally {
    setFlagsFromString('--heap-growing-percent=0');
  }
}
