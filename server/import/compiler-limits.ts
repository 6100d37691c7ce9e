/** Heap limit. The largest sample book, a thousand pages of formulas, needs half of this. */
export const maxHeapMb = 256;

/** CPU time limit. The slowest sample book takes two seconds. */
export const maxCpuMs = 60_000;

/** Wall-clock limit. Generous because a busy machine must not cause rejections. */
export const maxElapsedMs = 300_000;

/**
 * Memory limit of a compiler process: heap, program, the largest cover that can be rendered, and
 * the file and its compiled form, each twice while they are sent between processes.
 */
export function memoryLimitMb(fileBytes: number): number {
  return 768 + Math.ceil((4 * fileBytes) / 1e6);
}
