import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Reason why HAProxy is not available, or null if it is. */
export const haproxyMissing =
  spawnSync('haproxy', ['-v']).status === 0
    ? null
    : 'HAProxy is not installed here (apt-get install haproxy)';

const root = join(import.meta.dirname, '../../..');

export interface ServerOptions {
  environment: Record<string, string>;
  host?: string;
  /** Command that starts the server, such as `ip netns exec`, and its arguments. */
  prefix?: string[];
}

/** Starts a server process with production settings, without its output. */
export function startServer(port: number, options: ServerOptions): ChildProcess {
  const { environment, host = '127.0.0.1', prefix = [] } = options;
  const [program = '', ...args] = [...prefix, process.execPath, 'server/main.ts'];
  return spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/faults'),
      SVC_BURST_LIMIT: 'off',
      SVC_RATES: 'off',
      LOG_LEVEL: 'fatal',
      ...environment,
      HOST: host,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Ends a process and its children. Resolves when it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Starts HAProxy with the documented configuration in front of server processes. */
export const startProxy = (folder: string, front: number, targets: string[]): ChildProcess =>
  startHaproxy(folder, ['frontend public', 'backend servers'], front, targets);

/** Starts HAProxy with the documented configuration in front of the servers of Patroni. */
export const startDatabaseProxy = (
  folder: string,
  front: number,
  targets: string[],
): ChildProcess => startHaproxy(folder, ['listen database'], front, targets);

/**
 * Starts HAProxy with sections of the documented configuration.
 *
 * @param front - Port on which it listens.
 * @param targets - Addresses of its servers, with options.
 */
function startHaproxy(
  folder: string,
  names: string[],
  front: number,
  targets: string[],
): ChildProcess {
  const sections = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8').split(/\n\n/);
  const used = sections
    .filter((section) => ['defaults', ...names].some((name) => section.includes(`${name}\n`)))
    .map((section) => section.replace(/^ {2}server .*\n?/gm, '').trimEnd());
  const servers = targets.map((target, at) => `  server s${at} ${target}`);
  const config = [...used, ...servers, ''].join('\n');
  const file = join(folder, `haproxy-${front}.cfg`);
  writeFileSync(file, config.replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${front}`));
  return spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
}

/** Waits until a server or the proxy is ready. @throws Error after five minutes. */
export async function ready(url: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    const signal = AbortSignal.timeout(5000);
    const response = await fetch(`${url}/readyz`, { signal }).catch(() => null);
    await response?.text();
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`${url} was not ready within five minutes.`);
}
