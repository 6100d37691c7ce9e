import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { freePort } from '../../free-port.ts';
import { launchS3Server, s3Missing } from '../../server/storage/s3-server.ts';
import { createContent } from './content.ts';
import { startSinglePostgres } from './faulty-database.ts';
import { type Load, type PhaseReport, startLoad } from './load.ts';
import { runClockSkew, type SkewReport } from './clock-skew.ts';
import { createNetwork, networkMissing } from './network.ts';
import { patroniMissing, startPatroni } from './patroni.ts';
import { kill, ready, startProxy, startServer } from './servers.ts';

export interface ClusterOptions {
  /** Time before each fault, and half of the time after it. */
  seconds: number;
  /** Faults whose name contains this text. Defaults to all. */
  match?: string;
  report?: (text: string) => void;
}

export interface ClusterReport {
  /** Missing prerequisites on this machine, and their effect. */
  limits: string[];
  /** By fault. */
  phases: Record<string, PhaseReport>;
  acknowledgedWrites: number;
  lostWrites: number;
  duplicateWrites: number;
  /** Reads that the server counted, reads with a response, and reads with an unknown outcome. */
  counted: { inDatabase: number; answered: number; unknown: number };
  isCountExact: boolean;
  /** Null without libfaketime. */
  clock: SkewReport | null;
}

const processCount = 3;
const secret = randomBytes(32).toString('base64url');

/**
 * Three server processes behind HAProxy with PostgreSQL under Patroni and an object store, under
 * load, with one fault in each phase. The third process has its own network if the machine allows
 * it.
 */
export async function runCluster(options: ClusterOptions): Promise<ClusterReport> {
  const { seconds, match = '', report = () => {} } = options;
  const folder = mkdtempSync(join(tmpdir(), 'svc-cluster-'));
  chmodSync(folder, 0o755);
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  const noPatroni = patroniMissing();
  const noNetwork = networkMissing();
  const limits = [noPatroni, noNetwork, s3Missing].filter((one) => one !== null);
  try {
    const database = noPatroni
      ? startSinglePostgres(folder)
      : await startPatroni(join(folder, 'database'));
    stops.push(() => database.stop());
    const { readKey, quotaId, writeKey } = await createKeys(database.url);
    const network = noNetwork === null ? createNetwork() : null;
    if (network) {
      stops.push(() => network.remove());
      const databasePort = Number(new URL(database.url).port);
      stops.push(relay(network.back.host, databasePort));
    }
    const objectPort = await freePort();
    const objects = () => launchS3Server(join(folder, 'objects'), objectPort);
    let store = s3Missing ? null : await objects();
    if (store) stops.push(async () => store && (await kill(store.process)));
    if (store && network) stops.push(relay(network.front.host, objectPort));

    const ports = [await freePort(), await freePort(), await freePort()];
    const hosts = ['127.0.0.1', '127.0.0.1', network?.front.inside ?? '127.0.0.1'];
    const settings = {
      SVC_SECRET: secret,
      DATABASE_URL: database.url,
      ...(store && { ...store.environment, SVC_STORAGE_URL: store.url }),
    };
    const start = (at: number): ChildProcess => {
      const base = { ...settings, SVC_DATA: join(folder, `data-${at}`) };
      if (at < 2 || !network) return startServer(ports[at] ?? 0, { environment: base });
      const inside = {
        ...base,
        DATABASE_URL: database.url.replace('127.0.0.1', network.back.host),
        ...(store && { AWS_ENDPOINT_URL_S3: `http://${network.front.host}:${objectPort}` }),
      };
      const { prefix } = network;
      return startServer(ports[at] ?? 0, { environment: inside, host: hosts[at], prefix });
    };
    const targets = ports.map((port, at) => `${hosts[at]}:${port}`);
    const servers: ChildProcess[] = [];
    stops.push(async () => {
      for (const one of servers) await kill(one);
    });
    for (let at = 0; at < processCount; at += 1) servers[at] = start(at);
    for (const target of targets) await ready(`http://${target}`);
    const front = await freePort();
    const proxy = startProxy(folder, front, targets);
    stops.push(() => kill(proxy));
    const url = `http://127.0.0.1:${front}`;
    await ready(url);

    const faults: Record<string, () => Promise<void>> = {
      none: async () => {},
      'process killed': async () => {
        if (servers[0]) await kill(servers[0]);
        await delay(2000);
        servers[0] = start(0);
        await ready(`http://${targets[0]}`);
        // Two successful checks of the proxy.
        await delay(1500);
      },
      // For example, while its virtual machine is moved. It keeps its locks and connections.
      'process frozen for 20 s': async () => {
        servers[0]?.kill('SIGSTOP');
        await delay(20_000);
        servers[0]?.kill('SIGCONT');
        await ready(`http://${targets[0]}`);
      },
      ...database.faults,
      ...(network && {
        'network between a process and the database cut for 30 s': async () => {
          network.cut();
          await delay(30_000);
          network.restore();
          await ready(`http://${targets[2]}`);
        },
      }),
      ...(store && {
        'object store killed and restarted after 5 s': async () => {
          if (store) await kill(store.process);
          await delay(5000);
          store = await objects();
        },
      }),
    };
    const bookId = await createBook(url, writeKey);
    const content = await createContent(url, writeKey);
    const load = startLoad({ url, readKey, writeKey, bookId, content });
    const phases: ClusterReport['phases'] = {};
    for (const [name, fault] of Object.entries(faults)) {
      if (!name.includes(match)) continue;
      report(name);
      load.nextPhase();
      await delay(seconds * 1000);
      await fault();
      await delay(seconds * 2000);
      phases[name] = load.nextPhase();
      report(JSON.stringify(phases[name]));
    }
    await load.stop();
    const figures = await verify(database.url, quotaId, load);
    report(JSON.stringify(figures));
    report('clock skew');
    return { limits, phases, ...figures, clock: await runClockSkew(settings) };
  } finally {
    await stopAll();
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

/** Compares the clients' records with the database. */
async function verify(
  url: string,
  quotaId: string,
  { acknowledged, counted }: Load,
): Promise<Omit<ClusterReport, 'limits' | 'phases' | 'clock'>> {
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

/** Makes a service that listens only on this machine available to the network. */
function relay(host: string, port: number): () => Promise<void> {
  const process = spawn(
    'socat',
    [`TCP-LISTEN:${port},bind=${host},fork,reuseaddr`, `TCP:127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  return () => kill(process);
}
