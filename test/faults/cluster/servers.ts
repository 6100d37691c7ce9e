import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
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
  /** Program and arguments that start the server, such as those of `ip netns exec`. */
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

/** Starts HAProxy with the settings of docs/guides/production.md. */
export function startProxy(folder: string, front: number, targets: string[]): ChildProcess {
  const file = join(folder, 'haproxy.cfg');
  const servers = targets.map((target, at) => `  server s${at} ${target} check`);
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  retries 2
  retry-on conn-failure empty-response
  option redispatch
frontend front
  bind 127.0.0.1:${front}
  default_backend servers
backend servers
  option httpchk GET /readyz
  http-request disable-l7-retry if !METH_GET !{ req.hdr(Idempotency-Key) -m found }
  default-server inter 500ms fall 2 rise 2
${servers.join('\n')}
`,
  );
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
