import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { DatabaseLocation } from '../../../server/db/open.ts';
import { newPostgresDatabase, postgresMissing } from '../../server/postgres.ts';
import { processSeconds } from '../process-time.ts';
import { summarise, type Summary } from '../reader/statistics.ts';
import { measureLog } from './log-cost.ts';
import {
  prepareApi,
  type PreparedServer,
  startApi,
  startBare,
  startPair,
  type Subject,
} from './subjects.ts';

export interface ApiBenchOptions {
  /**
   * How often all servers are started. Two processes of the same program differ by a few percent,
   * for example in what the compiler has optimized.
   */
  starts: number;
  /** Measurements of every subject on every route, per start. */
  rounds: number;
  /** Seconds per measurement. */
  seconds: number;
  /**
   * Seconds of load on each route before its first measurement. A new process needs twice as long
   * per request until its code is compiled, after tens of thousands of requests.
   */
  warmUp: number;
  /** Concurrent connections. */
  connections: number;
  /** Print one JSON document instead of a table. */
  json?: boolean;
}

const routes = ['/v1/keys/me', '/v1/books'];

/** Time in which a server writes what it has collected during a measurement. */
const afterworkMs = 1200;

interface Row {
  subject: string;
  route: string;
  requestsPerSecond: Summary;
  p99Ms: Summary;
  /**
   * Processor time of the server's process per request, in microseconds, with the work after the
   * response. Null where it cannot be read.
   */
  cpuMicros: Summary | null;
  /** Rate divided by the baseline's rate. */
  ofBare: number;
  /**
   * Processor times divided by those of the same rounds without the request log, in the same
   * process. Null for servers without such a counterpart.
   */
  ofUnlogged: Summary | null;
  /** Processor time of the request log alone, in microseconds per request, if it is measured. */
  logMicros: Summary | null;
  /** `logMicros` divided by `cpuMicros`. */
  logShare: number | null;
}

/** Added to the names of the two servers that share a process. */
const [logged, unlogged] = [', log on', ', log off'];

/**
 * Compares the requests per second of the real server, which counts every request, with those of
 * node:http alone. Measurements alternate in one run.
 */
export async function benchApi(options: ApiBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-api-'));
  const running = new Set<Subject>();
  process.once('exit', () => {
    for (const { end } of running) end();
    rmSync(folder, { recursive: true, force: true });
  });

  const servers: PreparedServer[] = [];
  const pairs: PreparedServer[][] = [];
  const logMicros = new Map<string, Summary>();
  for (const database of postgresMissing ? ['SQLite'] : ['SQLite', 'PostgreSQL']) {
    const newAddress = async (own: string): Promise<DatabaseLocation> =>
      database === 'SQLite'
        ? { sqlitePath: join(own, 'svc.sqlite') }
        : { url: await newPostgresDatabase({ isDurable: true }) };
    const prepare = async (name: string) => {
      const own = mkdtempSync(join(folder, 'data-'));
      return prepareApi(`${database}${name}`, await newAddress(own), own);
    };
    const own = mkdtempSync(join(folder, 'data-'));
    logMicros.set(database, await measureLog(await newAddress(own)));
    servers.push(await prepare(''));
    pairs.push([await prepare(logged), await prepare(unlogged)]);
  }
  if (postgresMissing) console.error(postgresMissing);
  const names = ['node:http alone', ...[...servers, ...pairs.flat()].map(({ name }) => name)];

  const rates = new Map<string, number[]>();
  const latencies = new Map<string, number[]>();
  const cpuTimes = new Map<string, number[]>();
  for (let start = 0; start < options.starts; start += 1) {
    const subjects = await Promise.all(servers.map(startApi));
    // Servers with and without the log are measured one after the other.
    for (const pair of pairs) subjects.push(...(await startPair(pair)));
    subjects.unshift(await startBare(await answersOf(subjects[0]), folder));
    for (const subject of subjects) running.add(subject);
    for (const subject of subjects)
      for (const route of routes)
        await measure(subject, route, { ...options, seconds: options.warmUp });
    for (let round = 0; round < options.rounds; round += 1) {
      for (const route of routes) {
        // Alternate the order so that changes in the machine's load affect all servers equally.
        for (const subject of (start + round) % 2 === 0 ? subjects : subjects.toReversed()) {
          if (!options.json) {
            console.error(`start ${start + 1}, round ${round + 1}: ${subject.name}, ${route}`);
          }
          const { rate, p99Ms, cpuMicros } = await measure(subject, route, options);
          const name = `${subject.name} ${route}`;
          rates.set(name, [...(rates.get(name) ?? []), rate]);
          latencies.set(name, [...(latencies.get(name) ?? []), p99Ms]);
          if (cpuMicros !== null) cpuTimes.set(name, [...(cpuTimes.get(name) ?? []), cpuMicros]);
        }
      }
    }
    for (const subject of subjects) {
      subject.end();
      running.delete(subject);
    }
  }

  const summaryOf = (samples: Map<string, number[]>, subject: string, route: string) => {
    const summary = summarise(samples.get(`${subject} ${route}`) ?? []);
    if (!summary) throw new Error(`${subject} was not measured.`);
    return summary;
  };
  const rows = routes.flatMap((route) => {
    const bare = summaryOf(rates, 'node:http alone', route);
    return names.map((name): Row => {
      const requestsPerSecond = summaryOf(rates, name, route);
      const cpuMicros = summarise(cpuTimes.get(`${name} ${route}`) ?? []) ?? null;
      const log = logMicros.get(name) ?? null;
      return {
        subject: name,
        route,
        requestsPerSecond,
        p99Ms: summaryOf(latencies, name, route),
        cpuMicros,
        ofBare: requestsPerSecond.median / bare.median,
        ofUnlogged: name.endsWith(logged)
          ? ratios(
              cpuTimes.get(`${name} ${route}`) ?? [],
              cpuTimes.get(`${name.replace(logged, unlogged)} ${route}`) ?? [],
            )
          : null,
        logMicros: log,
        logShare: log && cpuMicros && log.median / cpuMicros.median,
      };
    });
  });
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
  const { starts, rounds, seconds, warmUp, connections } = options;
  if (options.json) {
    const conditions = { machine, starts, rounds, seconds, warmUp, connections };
    console.log(JSON.stringify({ ...conditions, rows }, null, 2));
  } else {
    console.log(table(rows));
  }
  process.exit(0);
}

/** Ratios of two measurements per round, or null without the second. */
function ratios(times: number[], others: number[]): Summary | null {
  return summarise(
    times.flatMap((time, round) => {
      const other = others[round];
      return other ? [time / other] : [];
    }),
  );
}

async function measure(subject: Subject, route: string, { seconds, connections }: ApiBenchOptions) {
  const before = processSeconds(subject.pid);
  const result = await autocannon({
    url: subject.url + route,
    duration: seconds,
    connections,
    requests: (subject.keys.length > 0 ? subject.keys : [null]).map((key) => ({
      headers: key ? { authorization: `Bearer ${key}` } : {},
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${subject.name} ${route}: ${result.non2xx} refusals, ${result.errors} errors.`,
    );
  }
  await delay(afterworkMs);
  const after = processSeconds(subject.pid);
  const isTimed = before !== null && after !== null;
  return {
    rate: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    cpuMicros: isTimed ? ((after - before) * 1e6) / result['2xx'] : null,
  };
}

/** Responses of the real server, which the bare server repeats exactly. */
async function answersOf(subject: Subject | undefined): Promise<Record<string, string>> {
  if (!subject) throw new Error('There is no server to record responses from.');
  const headers = { Authorization: `Bearer ${subject.keys[0]}` };
  const answers = await Promise.all(
    routes.map(async (route) => [
      route,
      await (await fetch(subject.url + route, { headers })).text(),
    ]),
  );
  return Object.fromEntries(answers);
}

function table(rows: Row[]): string {
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(22) : cell.padStart(14))).join('');
  return [
    line([
      '',
      '',
      'requests/s',
      'q1 – q3',
      'p99 (ms)',
      'of bare',
      'CPU (µs)',
      'of log off',
      'q1 – q3',
      'log (µs)',
      'of CPU',
    ]),
    ...rows.map(({ subject, route, requestsPerSecond, p99Ms, ofBare, cpuMicros, ...row }) => {
      const { ofUnlogged, logMicros, logShare } = row;
      return line([
        route,
        subject,
        requestsPerSecond.median.toFixed(0),
        `${requestsPerSecond.q1.toFixed(0)} – ${requestsPerSecond.q3.toFixed(0)}`,
        p99Ms.median.toFixed(1),
        ofBare.toFixed(2),
        cpuMicros?.median.toFixed(0) ?? '',
        ofUnlogged?.median.toFixed(3) ?? '',
        ofUnlogged ? `${ofUnlogged.q1.toFixed(2)} – ${ofUnlogged.q3.toFixed(2)}` : '',
        logMicros?.median.toFixed(2) ?? '',
        logShare === null ? '' : `${(logShare * 100).toFixed(1)}%`,
      ]);
    }),
  ].join('\n');
}
