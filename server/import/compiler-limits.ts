/** The largest sample book, a thousand pages of formulas, needs half of this for its objects. */
export const maxHeapMb = 256;

/** Of the processor's time: the slowest of the sample books takes two seconds. */
export const maxCpuMs = 60_000;

/** However little it works: a machine that is busy with something else makes no book refused. */
export const maxElapsedMs = 300_000;

/**
 * The most memory that a process may hold while it compiles a file: its objects, the program itself,
 * the largest cover that is drawn, and the file with what comes out of it, twice on their way.
 */
export function memoryLimitMb(fileBytes: number): number {
  return 768 + Math.ceil((4 * fileBytes) / 1e6);
}
