import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process, in megabytes of 1,000,000 bytes. */
export interface Memory {
  /** Current resident memory. */
  rssMb: number;
  /** Peak resident memory. */
  peakMb: number;
}

/** Null if there is no such process, or no `/proc` to read it from. */
export function memoryOf(pid: number): Memory | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string): number =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024) /
      1e6;
    const memory = { rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
    return Number.isNaN(memory.rssMb) ? null : memory;
  } catch {
    return null;
  }
}

/** Current memory of a process and all its descendants. Shared pages count for each of them. */
export function memoryOfTree(pid: number): number | null {
  const own = memoryOf(pid);
  if (!own) return null;
  return childrenOf(pid).reduce((sum, child) => sum + (memoryOfTree(child) ?? 0), own.rssMb);
}

/** Ids of the child processes, which any of its threads may have started. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .flatMap((child) => Number(child) || []),
    );
  } catch {
    // The process has just exited.
    return [];
  }
}
