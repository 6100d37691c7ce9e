import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

/** A server with an empty database, which prints a set-up link. */
export interface ConsoleServer {
  url: string;
  setupLink: string;
  /** Ends the process without warning, and starts another one with its data. */
  crash: () => Promise<void>;
  /** Bytes of memory that the process uses. */
  memory: () => number;
  stop: () => Promise<void>;
}

/**
 * Runs `svc serve`, as an operator does after installing.
 *
 * @param host - `localhost` for passkeys, which need a host name.
 * @param environment - Further variables.
 */
export async function startConsoleServer(
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
  environment: Readonly<Record<string, string>> = {},
): Promise<ConsoleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-console-'));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const start = () =>
    spawn(process.execPath, ['server/cli.js', 'serve'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        SVC_DATA: folder,
        PORT: String(port),
        SVC_PUBLIC_URL: url,
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  let server = start();
  const setupLink = await findLink(server);
  return {
    url,
    setupLink,
    async crash() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      server = start();
    },
    memory() {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
      return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1024;
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findLink(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [link] = /http\S+#\S+/.exec(printed) ?? [];
      if (link) resolve(link);
    });
    server.once('exit', () => reject(new Error(`The server ended: ${printed}`)));
  });
}
