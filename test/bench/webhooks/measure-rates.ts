import type { Engine } from '../../../server/db/open.ts';
import { summarise, type Summary } from '../reader/statistics.ts';
import { latenciesOf, toLatency } from './latencies.ts';
import type { Sent } from './sent.ts';
import {
  type DeliveryEngine,
  type Receivers,
  startEngine,
  startBaseline,
  startReceivers,
} from './subjects.ts';

export interface RatesOptions {
  engines: Engine[];
  /** Numbers of endpoints. */
  endpoints: number[];
  rounds: number;
  /** Deliveries of each burst. */
  deliveries: number;
  /** Deliveries per second in the steady phase, and its length in seconds. */
  rate: number;
  seconds: number;
}

/** One sender with a number of endpoints: the baseline or an engine. */
export interface RatesRow {
  subject: string;
  endpoints: number;
  /** Deliveries per event. */
  fanOut: number;
  deliveriesPerSecond: Summary;
  /** During bursts: events that reached all their endpoints. */
  eventsPerSecond: number;
  /** Processor time of the sending process per delivery, in microseconds. */
  cpuMicroseconds: Summary;
  /** Over all bursts: deliveries received more than once. */
  doubles: number;
  /** At the steady rate, from commit (bare POST: from its start) to receipt. */
  p50Ms: Summary;
  p99Ms: Summary;
  /** Deliveries per second divided by the baseline's POSTs per second. */
  ofFloor: number;
}

/** Number of endpoints that the product allows per account. */
const perAccount = 20;
/** Concurrent attempts of a worker, in total and to one endpoint. */
const maxAttempts = 512;
const maxAttemptsPerEndpoint = 16;
const changesAtOnce = 64;
const warmUpShare = 0.3;

interface Subject {
  name: string;
  /** Sends a burst of events. Resolves when all are sent. */
  saturate: (events: number) => Promise<{ startedMs: number; cpuMs: number }>;
  cpuMs: () => Promise<number>;
  pace: (eventsPerSecond: number, seconds: number) => Promise<Sent>;
  end: () => Promise<void>;
}

interface Sample {
  perSecond: number;
  cpuMicroseconds: number;
  doubles: number;
  p50: number;
  p99: number;
}

/** Measures the baseline and every engine in turn, in each round, with the same receivers. */
export async function measureRates(
  options: RatesOptions,
  folder: string,
  log: (text: string) => void,
): Promise<RatesRow[]> {
  const rows: RatesRow[] = [];
  for (const endpoints of options.endpoints) {
    rows.push(...(await measureSize(endpoints, options, folder, log)));
  }
  return rows;
}

async function measureSize(
  endpoints: number,
  options: RatesOptions,
  folder: string,
  log: (text: string) => void,
): Promise<RatesRow[]> {
  const fanOut = Math.min(perAccount, endpoints);
  const receivers = startReceivers();
  const ports = await receivers.ask(
    'open',
    Array.from({ length: endpoints }, () => 'good'),
  );
  const subjects = [bare(ports, fanOut)];
  for (const engine of options.engines) {
    subjects.push(real(engine, await startEngine(engine, folder, ports, perAccount)));
  }

  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) {
    await burst(subject, receivers, Math.ceil(options.deliveries * warmUpShare), fanOut);
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const subject of subjects) {
      log(`${endpoints} endpoints, round ${round}: ${subject.name}`);
      const rate = await burst(subject, receivers, options.deliveries, fanOut);
      const latency = await steady(subject, receivers, options, fanOut);
      samples.get(subject.name)?.push({ ...rate, ...latency });
    }
  }
  for (const { end } of subjects) await end();
  await receivers.end();

  const rows = subjects.map(({ name }) => toRow(name, endpoints, fanOut, samples.get(name) ?? []));
  const floor = rows[0]?.deliveriesPerSecond.median ?? Number.NaN;
  return rows.map((row) => ({ ...row, ofFloor: row.deliveriesPerSecond.median / floor }));
}

function bare(ports: number[], fanOut: number): Subject {
  const floor = startBaseline();
  const atOnce = Math.min(maxAttempts, maxAttemptsPerEndpoint * ports.length);
  return {
    name: 'bare POSTs',
    saturate: (events) => floor.ask('saturate', ports, events * fanOut, atOnce),
    cpuMs: () => floor.ask('cpuMs'),
    pace: (perSecond, seconds) => floor.ask('pace', ports, fanOut, perSecond, seconds),
    end: floor.end,
  };
}

function real(engine: Engine, remote: DeliveryEngine): Subject {
  return {
    name: engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    saturate: (events) => remote.ask('saturate', events, changesAtOnce),
    cpuMs: () => remote.ask('cpuMs'),
    pace: (perSecond, seconds) => remote.ask('pace', perSecond, seconds),
    end: remote.end,
  };
}

/** From the first change to the last receipt. */
async function burst(subject: Subject, receivers: Receivers, deliveries: number, fanOut: number) {
  const events = Math.ceil(deliveries / fanOut);
  const cpuBefore = await subject.cpuMs();
  const { startedMs } = await subject.saturate(events);
  await receivers.ask('reached', events * fanOut);
  const cpuAfter = await subject.cpuMs();
  const receipts = await receivers.ask('take');
  const lastMs = receipts.atMs.at(-1) ?? Number.NaN;
  return {
    perSecond: receipts.ids.length / ((lastMs - startedMs) / 1000),
    cpuMicroseconds: ((cpuAfter - cpuBefore) * 1000) / receipts.ids.length,
    doubles: receipts.doubles,
  };
}

async function steady(
  subject: Subject,
  receivers: Receivers,
  { rate, seconds }: RatesOptions,
  fanOut: number,
) {
  const sent = await subject.pace(rate / fanOut, seconds);
  await receivers.ask('reached', sent.ids.length * fanOut);
  const receipts = await receivers.ask('take');
  return toLatency(latenciesOf(sent, receipts));
}

function toRow(subject: string, endpoints: number, fanOut: number, samples: Sample[]): RatesRow {
  const summaryOf = (pick: (sample: Sample) => number): Summary => {
    const summary = summarise(samples.map(pick));
    if (!summary) throw new Error(`${subject} was not measured.`);
    return summary;
  };
  const deliveriesPerSecond = summaryOf(({ perSecond }) => perSecond);
  return {
    subject,
    endpoints,
    fanOut,
    deliveriesPerSecond,
    eventsPerSecond: deliveriesPerSecond.median / fanOut,
    cpuMicroseconds: summaryOf(({ cpuMicroseconds }) => cpuMicroseconds),
    doubles: samples.reduce((sum, sample) => sum + sample.doubles, 0),
    p50Ms: summaryOf(({ p50 }) => p50),
    p99Ms: summaryOf(({ p99 }) => p99),
    ofFloor: 1,
  };
}
