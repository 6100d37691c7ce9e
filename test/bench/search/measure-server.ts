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
  /** After the measurements of the throughput. */
  busy: Memory | null;
  /** Every search another one. */
  fresh: Rate;
  /** The same few hundred again and again: pages are kept until a book changes. */
  repeated: Rate;
  /** `node:http` alone, answering the same bytes. */
  bare: Rate;
  freshOfBare: number;
  repeatedOfBare: number;
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
/** Fewer than the pages that the server keeps. */
const repeatedQueries = 400;

interface Request {
  path: string;
  headers: Record<string, string>;
}

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
  const again = requests.slice(0, repeatedQueries);
  let asked = 0;
  // Every book is younger than that: the same answer, but never the same question.
  const anew = (request: Request): Request => {
    const updatedSince = new Date((asked += 1)).toISOString();
    return { ...request, path: `${request.path}&${new URLSearchParams({ updatedSince })}` };
  };
  await load(api, requests, { amount: searchesBeforeMemory, connections: 10 }, anew);
  const searched = memoryOf(api.pid);

  const bodies: Record<string, string> = {};
  for (const { path, headers } of requests) {
    bodies[path] ??= await (await fetch(api.url + path, { headers })).text();
  }
  const bare = await startBare(bodies, folder);
  const { rounds, seconds: duration, connections } = options;
  const settings = { duration, connections };
  await load(bare, requests, { duration: 1, connections });
  const fresh: autocannon.Result[] = [];
  const repeated: autocannon.Result[] = [];
  const floor: autocannon.Result[] = [];
  for (let round = 0; round < rounds; round += 1) {
    fresh.push(await load(api, requests, settings, anew));
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
  requests: Request[],
  options: Pick<autocannon.Options, 'amount' | 'duration' | 'connections'>,
  setup: (request: Request) => Request = (request) => request,
): Promise<autocannon.Result> {
  let next = 0;
  const result = await autocannon({
    url,
    ...options,
    // Connections share the list: side by side they would all ask the same at once.
    requests: [
      {
        setupRequest(request) {
          const { path, headers } = setup(requests[(next += 1) % requests.length] ?? noRequest);
          return { ...request, path, headers };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  }
  return result;
}

const noRequest: Request = { path: '/', headers: {} };

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
