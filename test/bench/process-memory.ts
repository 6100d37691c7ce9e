import { readFileSync } from 'node:fs';

/** What a process holds, in megabytes of 1,000,000 bytes. */
export interface Memory {
  /** Now. */
  rssMb: number;
  /** The most that it ever held. */
  peakMb: number;
}

/** Null where there is no such process, or no `/proc` to read it from. */
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
