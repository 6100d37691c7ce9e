import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseLocation, type Engine, openDatabase } from '../../../server/db/open.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { runSvc } from '../../server/cli/run-svc.ts';
import { newPostgresDatabase, postgresMissing } from '../../server/postgres.ts';
import { machine } from '../machine.ts';
import { memoryOf } from '../process-memory.ts';
import { processSeconds } from '../process-time.ts';
import { generateNovel } from '../reader/generate-novel.ts';
import { seededRandom } from '../reader/seeded-random.ts';
import { startProcess, type RunningProcess } from '../api/start-process.ts';
import { fillCatalog, makeKeys, serverOn } from '../api/subjects.ts';
import { databaseUse, type DatabaseUse } from './database-use.ts';
import { findKnee, type Knee, type Phase, runOpenLoop } from './open-loop.ts';
import { startReceiver } from './receiver.ts';
import { createRequests, type Kind, kinds, type Requests } from './requests.ts';

export interface LoadOptions {
  seconds: number;
  first: number;
  limit: number;
  only?: string[];
  json?: boolean;
}

interface Setup {
  name: string;
  engine: Engine;
  processes: number;
}

/** What one request costs. */
interface Cost {
  /** Processor time of the server's processes, in milliseconds. */
  processorMs: number;
  /** Compressed size of the response's body. */
  sentBytes: number;
  /** Changes in PostgreSQL, or null with SQLite. */
  rows: number | null;
  transactions: number | null;
  walBytes: number | null;
  storedBytes: number | null;
}

interface SetupReport extends Knee {
  setup: string;
  costs: Record<Kind, Cost>;
  /** Memory of the largest process after all phases, in megabytes. */
  memoryMb: number | null;
  /** Events delivered to the webhook, and the number of sales. */
  delivered: number;
}

const setups: Setup[] = [
  { name: 'sqlite, 1 process', engine: 'sqlite', processes: 1 },
  { name: 'postgres, 1 process', engine: 'postgres', processes: 1 },
  { name: 'postgres, 3 processes', engine: 'postgres', processes: 3 },
];
const bookCount = 5;
/** Requests of each kind that are sent to measure their cost. */
const costSamples = 400;
/** Requests that are pending at the same time while the processor time is measured. */
const costClients = 20;
/** Time after which deliveries and counts have been written. */
const settleMs = 1000;

/** Finds the highest rate at which a mixed load is served. Arrivals do not wait for responses. */
export async function benchLoad(options: LoadOptions): Promise<void> {
  const reports: SetupReport[] = [];
  for (const setup of setups) {
    if (options.only && !options.only.includes(`${setup.engine}-${setup.processes}`)) continue;
    if (setup.engine === 'postgres' && postgresMissing) {
      console.error(postgresMissing);
      continue;
    }
    const report = await measure(setup, options);
    reports.push(report);
    if (!options.json) print(report);
  }
  if (options.json) console.log(JSON.stringify({ machine: machine(), reports }, null, 2));
}

async function measure(setup: Setup, options: LoadOptions): Promise<SetupReport> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-load-'));
  const processes: RunningProcess[] = [];
  const receiver = await startReceiver();
  let requests: Requests | null = null;
  try {
    const location: DatabaseLocation =
      setup.engine === 'postgres'
        ? { url: await newPostgresDatabase({ isDurable: true }) }
        : { sqlitePath: join(folder, 'svc.sqlite') };
    const environment = { ...serverOn(location, folder), SVC_WEBHOOK_LOOPBACK: 'on' };
    const db = openDatabase(location);
    await migrate(db, () => new Date());
    await fillCatalog(db);
    const keys = await makeKeys(db);
    await db.close();
    const bookIds = await importBooks(folder, environment);
    for (let number = 0; number < setup.processes; number += 1) {
      processes.push(await startProcess('server/main.ts', environment, '/readyz'));
    }
    const urls = processes.map(({ url }) => url);
    await receiver.register(urls[0] ?? '', keys[0] ?? '');
    const random = seededRandom(20_261_123);
    requests = createRequests({ urls, keys, bookIds, random });
    const { sendMixed } = requests;
    const run = async (perSecond: number): Promise<Phase> => {
      const phase = await runOpenLoop({
        perSecond,
        seconds: options.seconds,
        send: sendMixed,
        random,
      });
      if (!options.json) console.error(`${setup.name}: ${describePhase(phase)}`);
      return phase;
    };
    // Turns and beacons need an open book.
    await requests.send('open');
    // Compiles the code and fills the caches, as on a running server.
    await run(options.first);
    const costs = await measureCosts({ processes, requests, location });
    const knee = await findKnee(
      run,
      ({ failed, p99Ms }) => failed === 0 && p99Ms <= options.limit,
      { first: options.first, refinements: 3 },
    );
    const memory = processes.flatMap(({ pid }) => memoryOf(pid)?.rssMb ?? []);
    return {
      setup: setup.name,
      ...knee,
      costs,
      memoryMb: memory.length > 0 ? Math.max(...memory) : null,
      delivered: receiver.count(),
    };
  } finally {
    await requests?.close();
    for (const { end } of processes) end();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importBooks(folder: string, environment: Record<string, string>): Promise<string[]> {
  const files: string[] = [];
  for (let at = 0; at < bookCount; at += 1) {
    const file = join(folder, `${at}.epub`);
    writeFileSync(file, await generateNovel({ chapters: 30 + at, wordsPerChapter: 2500 }));
    files.push(file);
  }
  const { stdout, stderr } = await runSvc(
    environment,
    'import',
    '--public',
    '--account',
    'bench',
    ...files,
  );
  const ids = [...new Set(stdout.match(/bk_\w{10,}/g) ?? [])];
  if (ids.length === 0) throw new Error(stderr + stdout);
  return ids;
}

/**
 * Measures the processor time with many requests at a time, as on a busy server, and the use of the
 * database with one at a time, so that none shares a transaction with others. Both include work
 * after the response, such as counting and delivering.
 */
async function measureCosts({
  processes,
  requests,
  location,
}: {
  processes: readonly RunningProcess[];
  requests: Requests;
  location: DatabaseLocation;
}): Promise<Record<Kind, Cost>> {
  const costOf = async (kind: Kind): Promise<Cost> => {
    const send = async (count: number) => {
      for (let at = 0; at < count; at += 1) await requests.send(kind);
    };
    const sendByAll = () =>
      Promise.all(Array.from({ length: costClients }, () => send(costSamples / costClients)));
    const processorSeconds = () =>
      processes.reduce((sum, { pid }) => sum + (processSeconds(pid) ?? 0), 0);
    await sendByAll();
    const secondsBefore = processorSeconds();
    const bytesBefore = requests.receivedBytes();
    await sendByAll();
    await delay(settleMs);
    const cost = {
      processorMs: ((processorSeconds() - secondsBefore) * 1000) / costSamples,
      sentBytes: (requests.receivedBytes() - bytesBefore) / costSamples,
      rows: null,
      transactions: null,
      walBytes: null,
      storedBytes: null,
    };
    if (!('url' in location)) return cost;
    const before = await databaseUse(location.url);
    await send(costSamples);
    const after = await databaseUse(location.url);
    const perRequest = (name: keyof DatabaseUse) => (after[name] - before[name]) / costSamples;
    return {
      ...cost,
      rows: perRequest('rows'),
      transactions: perRequest('transactions'),
      walBytes: perRequest('walBytes'),
      storedBytes: perRequest('storedBytes'),
    };
  };
  const costs: [Kind, Cost][] = [];
  for (const kind of kinds) costs.push([kind, await costOf(kind)]);
  return Object.fromEntries(costs) as Record<Kind, Cost>;
}

function describePhase({ offered, achieved, failed, p50Ms, p99Ms, generatorLateMs }: Phase) {
  return (
    `${offered}/s offered, ${achieved.toFixed(0)}/s served, ${failed} failed, p50 ${p50Ms.toFixed(0)} ms, ` +
    `p99 ${p99Ms.toFixed(0)} ms, generator late ${generatorLateMs.toFixed(1)} ms`
  );
}

function print({ setup, phases, knee, costs, memoryMb, delivered }: SetupReport): void {
  console.log(
    `\n${setup}: ${knee ? `${knee.offered} requests per second` : 'below the first rate'}`,
  );
  console.table(phases.map(rounded));
  console.table(
    Object.fromEntries(Object.entries(costs).map(([kind, cost]) => [kind, rounded(cost)])),
  );
  console.log(`memory ${memoryMb?.toFixed(0)} MB, ${delivered} events delivered`);
}

/** Rounds values for people to a tenth, and omits missing ones. JSON output keeps them exact. */
function rounded(values: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Math.round(Number(value) * 10) / 10]),
  );
}
