// Restarts two server processes behind HAProxy in turns while clients send requests:
//   node test/faults/rolling-restart.ts [--requests 10000] [--restarts 6] [--drain 3]
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runSvc } from '../server/cli/run-svc.ts';

export interface RollingRestartOptions {
  requests: number;
  restarts: number;
  drainSeconds: number;
}

export interface RollingRestartReport {
  requests: number;
  restarts: number;
  /** Responses other than 200, by status or error code. */
  failed: Record<string, number>;
}

/** Reason why the run is not possible on this machine, or null. */
export const haproxyMissing =
  spawnSync('haproxy', ['-v']).status === 0
    ? null
    : 'HAProxy is not installed here (apt-get install haproxy)';

const paths = ['/v1/keys/me', '/v1/books?limit=5', '/docs'];
const clients = 8;
/** Pause of a client after each request. Together, the clients send at most 400 requests per second. */
const pauseMs = 20;

/** Sends requests until the given numbers of requests and restarts have been reached. */
export async function runRollingRestart(
  options: RollingRestartOptions,
): Promise<RollingRestartReport> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-rolling-'));
  const environment = { SVC_DATA: folder, DATABASE_URL: '' };
  const created = await runSvc(environment, 'keys', 'create', '--tier', 'unlimited', '--json');
  if (created.code !== 0) throw new Error(created.stderr);
  const { key } = JSON.parse(created.stdout) as { key: string };
  const ports = [await freePort(), await freePort()];
  const front = await freePort();
  const start = (port: number) =>
    startServer({ ...environment, PORT: `${port}`, SVC_DRAIN_SECONDS: `${options.drainSeconds}` });
  const servers = ports.map(start);
  const proxy = startProxy(folder, front, ports);
  const url = `http://127.0.0.1:${front}`;
  const report: RollingRestartReport = { requests: 0, restarts: 0, failed: {} };
  const over = new AbortController();
  let sent = 0;
  try {
    for (const port of ports) await ready(`http://127.0.0.1:${port}`);
    await ready(url);
    const load = Promise.all(Array.from({ length: clients }, () => sendRequests()));
    while (report.restarts < options.restarts || report.requests < options.requests) {
      if (report.restarts >= options.restarts) {
        await delay(50);
        continue;
      }
      const turn = report.restarts % ports.length;
      const [server, port] = [servers[turn], ports[turn]];
      if (!server || port === undefined) break;
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      await exited;
      servers[turn] = start(port);
      await ready(`http://127.0.0.1:${port}`);
      // Two successful checks of the proxy.
      await delay(2500);
      report.restarts += 1;
    }
    over.abort();
    await load;
  } finally {
    over.abort();
    for (const one of [...servers, proxy]) one.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  return report;

  async function sendRequests(): Promise<void> {
    const headers = { Authorization: `Bearer ${key}` };
    while (!over.signal.aborted) {
      const path = paths[sent % paths.length] ?? '/';
      sent += 1;
      const outcome = await fetch(url + path, { headers })
        .then(async (response) => (await response.text(), response.status))
        .catch((error: unknown) => String(error instanceof Error ? error.cause : error));
      report.requests = sent;
      if (outcome !== 200) report.failed[outcome] = (report.failed[outcome] ?? 0) + 1;
      await delay(pauseMs);
    }
  }
}

function startServer(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      ...environment,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SVC_BURST_LIMIT: 'off',
      SVC_RATES: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Uses the settings of docs/guides/production.md. */
function startProxy(folder: string, front: number, ports: number[]): ChildProcess {
  const config = join(folder, 'haproxy.cfg');
  const servers = ports.map((port, at) => `  server s${at} 127.0.0.1:${port} check\n`);
  writeFileSync(
    config,
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
${servers.join('')}`,
  );
  return spawn('haproxy', ['-f', config, '-db'], { stdio: ['ignore', 'ignore', 'ignore'] });
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    await response?.text();
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`${url} was not ready within five minutes.`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '10000' },
      restarts: { type: 'string', default: '6' },
      drain: { type: 'string', default: '3' },
    },
  });
  if (haproxyMissing) {
    console.log(haproxyMissing);
  } else {
    const report = await runRollingRestart({
      requests: Number(values.requests),
      restarts: Number(values.restarts),
      drainSeconds: Number(values.drain),
    });
    console.log(JSON.stringify(report));
    if (Object.keys(report.failed).length > 0) process.exitCode = 1;
  }
}
