import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import type { DatabaseLocation } from '../../server/db/open.ts';

const root = join(import.meta.dirname, '../..');

export interface ServerProcess {
  url: string;
  process: ChildProcess;
}

/** Environment variables for a process with a test database. */
export function toEnvironment(address: DatabaseLocation, folder: string): Record<string, string> {
  return 'url' in address
    ? { SVC_DATA: folder, DATABASE_URL: address.url }
    : { SVC_DATA: dirname(address.sqlitePath), DATABASE_URL: '' };
}

/**
 * Starts a real server process on a free port. The process is killed after the surrounding tests.
 */
export async function startProcess(
  environment: Record<string, string>,
  triesLeft = 2,
): Promise<ServerProcess> {
  try {
    return await startOnce(environment);
  } catch (error) {
    // Another program can take the free port in the meantime.
    if (triesLeft === 0) throw error;
    return startProcess(environment, triesLeft - 1);
  }
}

async function startOnce(environment: Record<string, string>): Promise<ServerProcess> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      SVC_BURST_LIMIT: 'off',
      SVC_RATES: 'off',
      ...environment,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => server.kill('SIGKILL'));
  const lines = createInterface({ input: server.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /Server listening at (http:[^"]+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { url, process: server };
}

/** Stops the process. Resolves to its exit code or to the signal that ended it. */
export async function endProcess({ process }: ServerProcess, signal: NodeJS.Signals) {
  const exited = once(process, 'exit');
  process.kill(signal);
  const [code, by]: unknown[] = await exited;
  return code ?? by;
}
