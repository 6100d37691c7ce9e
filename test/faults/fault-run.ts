import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { migrate } from '../../server/db/migrate.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import { type Engine, openDatabase } from '../../server/db/open.ts';
import { issueKey } from '../../server/keys/issue-key.ts';
import { keyStore } from '../../server/keys/store.ts';
import { type Cluster, startCluster } from '../server/postgres-cluster.ts';
import { findViolations } from './find-violations.ts';
import { client, type RequestCounts } from './client.ts';
import { Fleet } from './fleet.ts';
import { type Fault, planFaults } from './plan-faults.ts';
import { type Publisher, publisher } from './publisher.ts';
import { readLog, readRows } from './read-back.ts';
import { receiverProcess } from './receiver-process.ts';
import { seededRandom } from './seeded-random.ts';
import { writer } from './writer.ts';

export interface FaultRunOptions {
  engine: Engine;
  /** Minimum number of acknowledged changes. */
  events: number;
  endpoints: number;
  kills: number;
  /** Number of immediate PostgreSQL stops, or zero on SQLite. */
  stops: number;
  seed: number;
  /** Receives progress messages from time to time. */
  report?: (text: string) => void;
}

export interface FaultReport extends RequestCounts {
  events: number;
  deliveries: number;
  duplicates: number;
  refused: number;
  kills: number;
  stops: number;
  seconds: number;
  /** Empty if nothing is missing, duplicated, changed or out of order. */
  violations: string[];
}

const endpointsEach = 10;
const writersEach = 6;
const timeoutMs = 90_000;
const Total = z.object({ meta: z.object({ total: z.int() }) });

/**
 * Writes, kills and drains, then compares the acknowledged changes with the log and with the
 * received deliveries.
 */
export async function runFaults(options: FaultRunOptions): Promise<FaultReport> {
  const startedMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'svc-faults-'));
  const location = prepareDatabase(options.engine, folder);
  const receivers = receiverProcess();
  const keys = await makeKeys(location.address, Math.ceil(options.endpoints / endpointsEach));
  const fleet = new Fleet({ SVC_DATA: folder, ...location.environment });
  const counts: RequestCounts = { requests: 0, retries: 0, replayed: 0 };
  const violations: string[] = [];
  let acknowledged = 0;
  let refused = 0;
  const done = { kill: 0, stop: 0 };
  try {
    await fleet.allListen();
    const hooks = await receivers.listen(options.endpoints, options.seed);
    const publishers: Publisher[] = [];
    for (const [at, { name, key }] of keys.entries()) {
      const ask = client(() => fleet.urls, key, seededRandom(options.seed + at), counts);
      const urls = hooks.slice(at * endpointsEach, (at + 1) * endpointsEach);
      publishers.push(await publisher(name, ask, urls));
    }
    await receivers.setSecrets(publishers.flatMap(({ secrets }) => secrets));

    const chance = seededRandom(options.seed);
    const plan = { ...options, stops: location.cluster ? options.stops : 0, processes: fleet.size };
    await Promise.all([injectFaults(planFaults(plan, chance)), ...publishers.flatMap(writeAll)]);
    options.report?.(`${acknowledged} changes acknowledged; delivering the remaining events`);

    await fleet.allListen();
    const accounts = await Promise.all(publishers.map(readBack));
    const endpoints = publishers.flatMap((one) => one.endpoints);
    const expected = endpoints.reduce((sum, { account, wants }) => {
      const log = accounts.find(({ name }) => name === account)?.log ?? [];
      return sum + log.filter(wants).length;
    }, 0);
    await drain(publishers, expected);
    const receipts = await receivers.receipts();
    violations.push(...fleet.faults, ...findViolations({ accounts, endpoints, receipts }));
    return {
      ...counts,
      events: accounts.reduce((sum, { log }) => sum + log.length, 0),
      deliveries: receipts.length,
      duplicates: receipts.length - new Set(receipts.map((r) => `${r.endpoint} ${r.id}`)).size,
      refused,
      kills: done.kill,
      stops: done.stop,
      seconds: (Date.now() - startedMs) / 1000,
      violations,
    };
  } finally {
    await fleet.end();
    receivers.end();
    location.cluster?.stopAtOnce();
    rmSync(folder, { recursive: true, force: true });
  }

  async function injectFaults(faults: Fault[]): Promise<void> {
    for (const fault of faults) {
      while (acknowledged < fault.after) await delay(5);
      if (fault.kind === 'kill') {
        while (!fleet.kill(fault.victim)) await delay(5);
      } else {
        location.cluster?.stopAtOnce();
        await delay(200);
        location.cluster?.startAgain();
      }
      done[fault.kind] += 1;
      if (done.kill % 10 === 0) options.report?.(`${acknowledged} changes, ${done.kill} kills`);
    }
  }

  function writeAll(one: Publisher, index: number): Promise<void>[] {
    return Array.from({ length: writersEach }, async (_, at) => {
      const step = writer({
        ...one,
        name: `${index + 1}.${at + 1}`,
        chance: seededRandom(options.seed * 1000 + index * writersEach + at),
        acknowledge: (...marks) => {
          one.acknowledged.push(...marks);
          acknowledged += marks.length;
        },
        refused: () => void (refused += 1),
        fault: (text) => void violations.push(`answer: ${one.name}: ${text}`),
      });
      while (acknowledged < options.events) await step();
    });
  }

  /**
   * Chapters are published at their scheduled times. The log is complete when all are published.
   */
  async function readBack({ name, ask, acknowledged: marks, books, chapters }: Publisher) {
    const untilMs = Date.now() + timeoutMs;
    for (;;) {
      const rows = await readRows(ask, books, chapters);
      const isSettled = !rows.some((mark) => mark.startsWith('chapter.scheduled '));
      if (isSettled || Date.now() > untilMs) {
        return { name, acknowledged: marks, rows, log: await readLog(ask) };
      }
      await delay(300);
    }
  }

  /**
   * Waits until every event is delivered and none is pending, or until no delivery has arrived for
   * a long time.
   */
  async function drain(publishers: Publisher[], expected: number): Promise<void> {
    let before = '';
    for (let untilMs = Date.now() + timeoutMs; Date.now() < untilMs; await delay(300)) {
      const received = await receivers.count();
      const pending = received < expected ? Number.NaN : await countPending(publishers);
      if (pending === 0) return;
      const now = `${received} of ${expected} received, ${pending} pending`;
      if (now !== before) untilMs = Date.now() + timeoutMs;
      before = now;
    }
    violations.push(`stuck: ${before}`);
  }
}

async function countPending(publishers: Publisher[]): Promise<number> {
  let pending = 0;
  for (const { ask, endpoints } of publishers) {
    for (const { id } of endpoints) {
      const { body } = await ask(`/v1/webhooks/${id}/deliveries?state=pending&limit=1`);
      pending += Total.parse(body).meta.total;
    }
  }
  return pending;
}

interface DatabaseLocation {
  address: { url: string } | { sqlitePath: string };
  environment: Record<string, string>;
  cluster: Cluster | null;
}

function prepareDatabase(engine: Engine, folder: string): DatabaseLocation {
  if (engine === 'sqlite') {
    const sqlitePath = join(folder, 'svc.sqlite');
    return { address: { sqlitePath }, environment: { DATABASE_URL: '' }, cluster: null };
  }
  const home = mkdtempSync(join(tmpdir(), 'svc-faults-postgres-'));
  const cluster = startCluster({ folder: home, owner: process.pid, isDurable: true });
  const url = `${cluster.url}/postgres`;
  return { address: { url }, environment: { DATABASE_URL: url }, cluster };
}

async function makeKeys(address: DatabaseLocation['address'], accounts: number) {
  const db = openDatabase(address);
  const now = () => new Date();
  await migrate(db, now);
  const making = { store: keyStore(db), newId: idGenerator(Date.now), random: randomBytes, now };
  const keys: { name: string; key: string }[] = [];
  for (let at = 1; at <= accounts; at += 1) {
    const name = `publisher ${at}`;
    const { text } = await issueKey(making, { account: name, tier: 'unlimited', kind: 'secret' });
    keys.push({ name, key: text });
  }
  await db.close();
  return keys;
}
