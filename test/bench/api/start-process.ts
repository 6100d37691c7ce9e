import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

export interface RunningProcess {
  url: string;
  pid: number;
  /** From process start to the first successful response to `probe`. */
  startSeconds: number;
  end(): void;
}

const root = join(import.meta.dirname, '../../..');
const pollMs = 25;
const timeoutMs = 300_000;

/** Starts a server as a child process and waits until it answers `probe` with success. */
export async function startProcess(
  script: string,
  environment: Record<string, string>,
  probe: string,
): Promise<RunningProcess> {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const start = performance.now();
  const server = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForSuccess(url + probe, server, start + timeoutMs);
  return {
    url,
    pid: server.pid ?? 0,
    startSeconds: (performance.now() - start) / 1000,
    end: () => void server.kill('SIGKILL'),
  };
}

async function waitForSuccess(url: string, server: ChildProcess, deadline: number) {
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server exited with ${server.exitCode}.`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await delay(pollMs);
  }
  throw new Error(`${url} does not answer.`);
}
