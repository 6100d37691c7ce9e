import { readdirSync, readFileSync } from 'node:fs';

/** What all threads of a process together have had of the processors, in milliseconds. */
export interface ProcessTime {
  ranMs: number;
  /** Ready to run, while others did. */
  waitedMs: number;
}

/** Zero where there is no such process, or a system that does not tell. */
export function timeOf(pid: number): ProcessTime {
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
