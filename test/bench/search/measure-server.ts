import autocannon from 'autocannon';
import type { DatabaseAddress } from '../../../server/db/open.ts';
import { type RunningProcess, startProcess } from '../api/start-process.ts';
import { serverOn, startBare } from '../api/subjects.ts';
import { type Memory, memoryOf } from '../process-memory.ts';
import { type Summary, summarise } from '../reader/statistics.ts';
import type { BenchQuery } from './bench-queries.ts';

export interface Serving {
  /** From the start of the process until `/readyz` says so. */
  readySeconds: number;
  ready: Memory | null;
  /** After 2,000 searches over HTTP. */
  searched: Memory | null;
  http: Rate;
  /** `node:http` alone, answering the same bytes. */
  bare: Rate;
  ofBare: number;
}

interface Rate {
  requestsPerSecond: Summary;
  p50Ms: Summary;
  p99Ms: Summary;
}

export interface ServingOptions {
  rounds: number;
  seconds: number;
  connections: number;
}

const searchesBeforeMemory = 2000;

/** The real server with keys and quotas, and after it was asked the floor beside it. */
export async function measureServer(
  address: DatabaseAddress,
  folder: string,
  keys: string[],
  queries: BenchQuery[],
  options: ServingOptions,
): Promise<Serving> {
  const api = await startProcess('server/main.ts', serverOn(address, folder), '/readyz');
  const ready = memoryOf(api.pid);
  const requests = queries
    .filter(({ wanted }) => wanted !== null)
    .map(({ text, language }, at) => ({
      path: `/v1/books?${new URLSearchParams({ q: text ?? '', ...(language ? { language } : {}) })}`,
      headers: { authorization: `Bearer ${keys[at % keys.length]}` },
    }));
  await load(api, requests, { amount: searchesBeforeMemory, connections: 10 });
  const searched = memoryOf(api.pid);

  const bodies: Record<string, string> = {};
  for (const { path, headers } of requests) {
    bodies[path] ??= await (await fetch(api.url + path, { headers })).text();
  }
  const bare = await startBare(bodies, folder);
  const { rounds, seconds: duration, connections } = options;
  await load(bare, requests, { duration: 1, connections });
  const measured: Record<'http' | 'bare', autocannon.Result[]> = { http: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    measured.http.push(await load(api, requests, { duration, connections }));
    measured.bare.push(await load(bare, requests, { duration, connections }));
  }
  api.end();
  bare.end();
  const [ours, floor] = [rateOf(measured.http), rateOf(measured.bare)];
  return {
    readySeconds: api.startSeconds,
    ready,
    searched,
    http: ours,
    bare: floor,
    ofBare: ours.requestsPerSecond.median / floor.requestsPerSecond.median,
  };
}

/** What the server holds before there is a book. */
export async function memoryOfEmptyServer(
  address: DatabaseAddress,
  folder: string,
): Promise<Memory | null> {
  const api = await startProcess('server/main.ts', serverOn(address, folder), '/readyz');
  const memory = memoryOf(api.pid);
  api.end();
  return memory;
}

async function load(
  { url }: RunningProcess,
  requests: { path: string; headers: Record<string, string> }[],
  options: Pick<autocannon.Options, 'amount' | 'duration' | 'connections'>,
): Promise<autocannon.Result> {
  let next = 0;
  const result = await autocannon({
    url,
    ...options,
    requests: [{ path: '/' }],
    // Connections that walk through one list side by side would ask the same at once.
    setupClient: (client) => client.setRequests(rotated(requests, (next += 97))),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  }
  return result;
}

function rotated<Item>(items: Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function rateOf(results: autocannon.Result[]): Rate {
  const of = (value: (result: autocannon.Result) => number): Summary => {
    const summary = summarise(results.map(value));
    if (!summary) throw new Error('Nothing was measured.');
    return summary;
  };
  return {
    requestsPerSecond: of((result) => result['2xx'] / result.duration),
    p50Ms: of(({ latency }) => latency.p50),
    p99Ms: of(({ latency }) => latency.p99),
  };
}
