import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { startCluster } from '../../server/postgres-cluster.ts';
import { type Load, type PhaseReport, startLoad } from './load.ts';
import { runClockSkew, type SkewReport } from './machine-faults.ts';
import { createNetwork, networkMissing } from './network.ts';
import { freePort } from '../../free-port.ts';
import { kill, ready, startProxy, startServer } from './servers.ts';

export interface ClusterOptions {
  /** Length of each phase. A fault happens after the first third. */
  seconds: number;
  report?: (text: string) => void;
}

export interface ClusterReport {
  /** By fault. */
  phases: Record<string, PhaseReport | string>;
  acknowledgedWrites: number;
  lostWrites: number;
  duplicateWrites: number;
  /** Reads that the server counted, those that were answered, and those with an unknown outcome. */
  counted: { inDatabase: number; answered: number; unknown: number };
  isCountExact: boolean;
  /** Null without libfaketime. */
  clock: SkewReport | null;
}

const processCount = 3;
const secret = randomBytes(32).toString('base64url');

/**
 * Three server processes behind HAProxy with PostgreSQL, under load, with one fault in each phase. The third process
 * is in a network of its own if the machine allows it.
 */
export async function runCluster({
  seconds,
  report = () => {},
}: ClusterOptions): Promise<ClusterReport> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cluster-'));
  const cluster = startCluster({ folder, owner: process.pid, isDurable: true });
  const databaseUrl = `${cluster.url}/postgres`;
  const stops: (() => unknown)[] = [];
  const servers: (ChildProcess | null)[] = [];
  try {
    const { readKey, quotaId, writeKey } = await createKeys(databaseUrl);
    const noNetwork = networkMissing();
    const network = noNetwork === null ? createNetwork() : null;
    if (network) stops.push(() => network.remove());
    const ports = [await freePort(), await freePort(), await freePort()];
    const environment = (at: number) => ({
      SVC_DATA: join(folder, `data-${at}`),
      SVC_SECRET: secret,
      DATABASE_URL: databaseUrl,
    });
    const hosts = ['127.0.0.1', '127.0.0.1', network?.front.inside ?? '127.0.0.1'];
    const start = (at: number): ChildProcess => {
      const base = environment(at);
      if (at < 2 || !network) return startServer(ports[at] ?? 0, { environment: base });
      const inside = { ...base, DATABASE_URL: databaseUrl.replace('127.0.0.1', network.back.host) };
      const { prefix } = network;
      return startServer(ports[at] ?? 0, { environment: inside, host: hosts[at], prefix });
    };
    if (network) stops.push(relayDatabase(network.back.host, databaseUrl));
    const targets = ports.map((port, at) => `${hosts[at]}:${port}`);
    for (let at = 0; at < processCount; at += 1) servers[at] = start(at);
    for (const target of targets) await ready(`http://${target}`);
    const front = await freePort();
    const proxy = startProxy(folder, front, targets);
    stops.push(() => kill(proxy));
    const url = `http://127.0.0.1:${front}`;
    await ready(url);

    const bookId = await createBook(url, writeKey);
    const load = startLoad({ url, readKey, writeKey, bookId });
    const phases: ClusterReport['phases'] = {};
    const phase = async (name: string, fault: () => Promise<void>) => {
      report(name);
      load.nextPhase();
      await delay((seconds * 1000) / 3);
      await fault();
      await delay((seconds * 1000 * 2) / 3);
      phases[name] = load.nextPhase();
    };
    const restart = async (at: number) => {
      servers[at] = start(at);
      await ready(`http://${targets[at]}`);
      // Two successful checks of the proxy.
      await delay(1500);
    };

    await phase('no fault', async () => {});
    await phase('process killed', async () => {
      const victim = servers[0];
      if (victim) await kill(victim);
      await delay(2000);
      await restart(0);
    });
    await phase('database killed and restarted', async () => {
      cluster.stopAtOnce();
      await delay(1000);
      cluster.startAgain();
    });
    if (network) {
      await phase('network between a process and the database cut for 8 s', async () => {
        network.cut();
        await delay(8000);
        network.restore();
      });
    } else phases['network cut'] = `skipped: ${noNetwork}`;

    await load.stop();
    const figures = await verify(databaseUrl, quotaId, load);
    report('clock skew');
    return { phases, ...figures, clock: await runClockSkew(databaseUrl, secret) };
  } finally {
    for (const one of servers) if (one) await kill(one);
    for (const stop of stops.toReversed()) await stop();
    cluster.stopAtOnce();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A key for reads, with its quota, and one for writes. */
async function createKeys(url: string) {
  const db = openDatabase({ url });
  const now = () => new Date();
  await migrate(db, now);
  const context = { store: keyStore(db), newId: idGenerator(Date.now), random: randomBytes, now };
  const order = { account: 'cluster', tier: 'unlimited', kind: 'secret' } as const;
  const read = await issueKey(context, order);
  const write = await issueKey(context, order);
  await db.close();
  return { readKey: read.text, quotaId: read.key.quotaId, writeKey: write.text };
}

async function createBook(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/books`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'A book that is sold during faults' }),
  });
  const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(await response.json());
  return data.id;
}

/** Compares what the clients know with what the database contains. */
async function verify(
  url: string,
  quotaId: string,
  { acknowledged, counted }: Load,
): Promise<Omit<ClusterReport, 'phases' | 'clock'>> {
  const db = openDatabase({ url });
  const sales = await db.query.selectFrom('sales').select('order_id').execute();
  const quota = await db.query
    .selectFrom('quotas')
    .select('used_this_month')
    .where('id', '=', quotaId)
    .executeTakeFirst();
  await db.close();
  const stored = new Set(sales.map(({ order_id }) => order_id));
  const inDatabase = quota?.used_this_month ?? 0;
  const { certain: answered, unknown } = counted;
  return {
    acknowledgedWrites: acknowledged.size,
    lostWrites: [...acknowledged].filter((id) => !stored.has(id)).length,
    duplicateWrites: sales.length - stored.size,
    counted: { inDatabase, answered, unknown },
    isCountExact: inDatabase >= answered && inDatabase <= answered + unknown,
  };
}

/** Makes the database, which listens only on this machine, available to the network. */
function relayDatabase(host: string, databaseUrl: string): () => Promise<void> {
  const { port } = new URL(databaseUrl);
  const relay = spawn(
    'socat',
    [`TCP-LISTEN:${port},bind=${host},fork,reuseaddr`, `TCP:127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  return () => kill(relay);
}
