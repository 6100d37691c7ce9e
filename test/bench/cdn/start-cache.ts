import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

export interface RunningCache {
  url: string;
  process: ChildProcess;
}

/** Starts a cache and waits until it forwards requests to the server. */
export async function startCache(
  program: string,
  args: string[],
  port: number,
): Promise<RunningCache> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    await response?.text();
    if (response?.ok) return { url, process: child };
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
    await delay(50);
  }
}
