import { readFileSync } from 'node:fs';

/** Clock ticks per second of Linux (`USER_HZ`). */
const ticksPerSecond = 100;

/**
 * Processor seconds that a process has used, in user and kernel mode, or null where `/proc` is
 * missing. Unlike rates, they hardly depend on other work on the machine.
 */
export function processSeconds(pid: number): number | null {
  try {
    // The name in parentheses can contain spaces. See proc_pid_stat(5): utime is field 14 and stime
    // is field 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return null;
  }
}
