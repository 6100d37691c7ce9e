import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes this process collect garbage early: it compiles many books in half the memory, a
 * little slower. For commands that import and end.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}

/**
 * Keeps the part of the heap where all objects begin small, which under load grows to a hundred
 * megabytes and makes nothing faster. For a process that stays.
 */
export function limitNewSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Does work that makes much garbage once, such as reading a whole library, with a small heap; then
 * gives its memory back to the system, which takes about a tenth of a second, and lets the heap grow again.
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
