import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { DatabaseLocation } from '../../../server/db/open.ts';
import { type RunningProcess, startProcess } from '../api/start-process.ts';
import { serverOn, startBare } from '../api/subjects.ts';
import { type Memory, memoryOf } from '../process-memory.ts';
import { type Summary, summarise } from '../reader/statistics.ts';
import type { BenchQuery } from './bench-queries.ts';

export interface Serving {
  /** From process start until `/readyz` succeeds. */
  readySeconds: number;
  ready: Memory | null;
  /** After 2,000 searches over HTTP. */
  searched: Memory | null;
  /** After the throughput measurements. */
  busy: Memory | null;
  /**
   * Each query requested once, so that neither its page nor the similar words of its terms are
   * cached.
   */
  fresh: Rate;
  /** The same few hundred queries repeated: pages are cached until a book changes. */
  repeated: Rate;
  /** `node:http` alone, with the same response bytes. */
  bare: Rate;
  freshOfBare: number;
  repeatedOfBare: number;
}

interface Rate {
  requestsPerSecond: Summary;
  p50Ms: Summary;
  p99Ms: Summary;
}

/**
 * One measurement. The rate is computed up to the last response because the client stops only at a
 * full second.
 */
interface Load {
  rate: number;
  p50Ms: number;
  p99Ms: number;
}

export interface ServingOptions {
  rounds: number;
  seconds: number;
  connections: number;
}

const searchesBeforeMemory = 2000;
const warmUpSearches = 1000;
/** Fewer than the pages that the server caches. */
const repeatedQueries = 400;

interface Request {
  path: string;
  headers: Record<string, string>;
}

/** Measures the real server with keys and quotas, and the baseline with the same requests. */
export async function measureServer(
  address: DatabaseLocation,
  folder: string,
  keys: string[],
  { warmUp, timed: queries }: { warmUp: BenchQuery[]; timed: BenchQuery[] },
  options: ServingOptions,
): Promise<Serving> {
  const api = await startProcess('server/main.ts', serverOn(address, folder), '/readyz');
  const ready = memoryOf(api.pid);
  const requests = toRequests(queries, keys);
  const again = requests.slice(0, repeatedQueries);
  await load(api, toRequests(warmUp, keys), { amount: warmUpSearches, connections: 10 });
  const fresh: Load[] = [];
  for (const part of inParts(requests, options.rounds)) {
    fresh.push(await load(api, part, { amount: part.length, connections: options.connections }));
  }
  const more = searchesBeforeMemory - warmUpSearches - requests.length;
  if (more >= 10) await load(api, requests, { amount: more, connections: 10 });
  const searched = memoryOf(api.pid);

  const bodies: Record<string, string> = {};
  for (const { path, headers } of requests) {
    bodies[path] ??= await (await fetch(api.url + path, { headers })).text();
  }
  const bare = await startBare(bodies, folder);
  const { rounds, seconds: duration, connections } = options;
  const settings = { duration, connections };
  await load(bare, requests, { duration: 1, connections });
  const repeated: Load[] = [];
  const floor: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    repeated.push(await load(api, again, settings));
    floor.push(await load(bare, requests, settings));
  }
  const busy = memoryOf(api.pid);
  api.end();
  bare.end();
  const [first, second, last] = [rateOf(fresh), rateOf(repeated), rateOf(floor)];
  const most = last.requestsPerSecond.median;
  return {
    readySeconds: api.startSeconds,
    ready,
    searched,
    busy,
    fresh: first,
    repeated: second,
    bare: last,
    freshOfBare: first.requestsPerSecond.median / most,
    repeatedOfBare: second.requestsPerSecond.median / most,
  };
}

/** Memory of the server without any books. */
export async function memoryOfEmptyServer(
  address: DatabaseLocation,
  folder: string,
): Promise<Memory | null> {
  const api = await startProcess('server/main.ts', serverOn(address, folder), '/readyz');
  const memory = memoryOf(api.pid);
  api.end();
  return memory;
}

/** Returns the graded queries, with the keys used in turn. */
function toRequests(queries: BenchQuery[], keys: string[]): Request[] {
  return queries
    .filter(({ wanted }) => wanted !== null)
    .map(({ text, language }, at) => ({
      path: `/v1/books?${new URLSearchParams({ q: text ?? '', ...(language ? { language } : {}) })}`,
      headers: { authorization: `Bearer ${keys[at % keys.length]}` },
    }));
}

function inParts<Item>(items: Item[], parts: number): Item[][] {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: parts }, (_, at) => items.slice(at * size, (at + 1) * size));
}

async function load(
  { url }: RunningProcess,
  requests: Request[],
  options: Pick<autocannon.Options, 'amount' | 'duration' | 'connections'>,
): Promise<Load> {
  let next = 0;
  const start = performance.now();
  let last = start;
  const result = await autocannon({
    url,
    ...options,
    setupClient: (client) =>
      client.on('response', () => {
        last = performance.now();
      }),
    // Connections share the list because otherwise all of them would send the same query at the
    // same time.
    requests: [
      {
        setupRequest(request) {
          const { path, headers } = requests[(next += 1) % requests.length] ?? noRequest;
          return { ...request, path, headers };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  }
  const { latency } = result;
  return { rate: (result['2xx'] * 1000) / (last - start), p50Ms: latency.p50, p99Ms: latency.p99 };
}

const noRequest: Request = { path: '/', headers: {} };

function rateOf(results: Load[]): Rate {
  const of = (key: keyof Load): Summary => {
    const summary = summarise(results.map((result) => result[key]));
    if (!summary) throw new Error('Nothing was measured.');
    return summary;
  };
  return { requestsPerSecond: of('rate'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms') };
}
