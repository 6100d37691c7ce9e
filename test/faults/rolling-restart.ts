// Restarts two server processes behind HAProxy alternately while clients send requests: node
// test/faults/rolling-restart.ts [--runs 1] [--requests 10000] [--restarts 6] [--drain 3]
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../free-port.ts';
import { runSvc } from '../server/cli/run-svc.ts';
import { haproxyMissing, kill, ready, startProxy, startServer } from './cluster/servers.ts';

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

const paths = ['/v1/keys/me', '/v1/books?limit=5', '/docs'];
const clients = 8;
/**
 * Pause of a client after each request. Together, the clients send at most 400 requests per second.
 */
const pauseMs = 20;

/** Sends requests until the given numbers of requests and restarts have been reached. */
async function runRollingRestart(options: RollingRestartOptions): Promise<RollingRestartReport> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-rolling-'));
  const environment = { SVC_DATA: folder, DATABASE_URL: '' };
  const created = await runSvc(environment, 'keys', 'create', '--tier', 'unlimited', '--json');
  if (created.code !== 0) throw new Error(created.stderr);
  const { key } = JSON.parse(created.stdout) as { key: string };
  const ports = [await freePort(), await freePort()];
  const front = await freePort();
  const start = (port: number) =>
    startServer(port, {
      environment: { ...environment, SVC_DRAIN_SECONDS: `${options.drainSeconds}` },
    });
  const servers = ports.map(start);
  const proxy = startProxy(
    folder,
    front,
    ports.map((port) => `127.0.0.1:${port}`),
  );
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
    for (const one of [...servers, proxy]) await kill(one);
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

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1' },
      requests: { type: 'string', default: '10000' },
      restarts: { type: 'string', default: '6' },
      drain: { type: 'string', default: '3' },
    },
  });
  if (haproxyMissing) console.log(haproxyMissing);
  const runs = haproxyMissing ? 0 : Number(values.runs);
  // Each run has its own processes, proxy and database.
  for (let run = 0; run < runs; run += 1) {
    const report = await runRollingRestart({
      requests: Number(values.requests),
      restarts: Number(values.restarts),
      drainSeconds: Number(values.drain),
    });
    console.log(JSON.stringify(report));
    if (Object.keys(report.failed).length > 0) process.exitCode = 1;
  }
}
