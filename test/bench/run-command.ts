import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { memoryOf, memoryOfTree } from './process-memory.ts';

export interface CommandRun {
  seconds: number;
  /** Peak memory of the command and its child processes, or null if it cannot be read. */
  peakMb: number | null;
  exitCode: number;
  stdout: string;
}

const root = join(import.meta.dirname, '../..');
/** The peak never decreases, so the last reading before the exit is nearly exact. */
const pollMs = 20;

/** Runs a command of the real CLI to completion and ignores its standard error. */
export async function runCommand(
  args: string[],
  environment: Record<string, string>,
): Promise<CommandRun> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let peakMb: number | null = null;
  const timer = setInterval(() => {
    const pid = child.pid ?? 0;
    const now = [memoryOf(pid)?.peakMb, memoryOfTree(pid), peakMb].flatMap((one) => one ?? []);
    peakMb = now.length > 0 ? Math.max(...now) : null;
  }, pollMs);
  const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(timer);
  return {
    seconds: (performance.now() - start) / 1000,
    peakMb,
    exitCode: Number(exitCode),
    stdout,
  };
}
