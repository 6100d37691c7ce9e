import type { Engine } from '../../../server/db/open.ts';
import { type Latency, latenciesOf, toLatency } from './latencies.ts';
import type { Behaviour } from './receivers-process.ts';
import { summarise } from '../reader/statistics.ts';
import { startEngine, startReceivers } from './subjects.ts';

export interface FaultsOptions {
  engines: Engine[];
  rounds: number;
  /** Deliveries per second, over all endpoints. */
  rate: number;
}

/** Latencies of the 48 good endpoints in one round. */
export interface FaultsRound {
  isFaulty: boolean;
  /** Over all their deliveries. */
  all: Latency;
  /** Median and maximum of the endpoints' own 99th percentiles. */
  medianOwnP99: number;
  worstOwnP99: number;
}

export interface FaultsRow {
  engine: Engine;
  rounds: FaultsRound[];
  /** Medians over the rounds. */
  healthy: Latency;
  faulty: Latency;
  /** Factor by which faulty endpoints increase the p99 of good ones. 1 means no increase. */
  p99Growth: number;
}

const endpoints = 50;
/** Five accounts, so every event has ten deliveries. */
const perAccount = 10;
const faultyOnes = new Map<number, Behaviour>([
  [5, 'dead'],
  [25, 'hanging'],
]);
/**
 * Longer than the 15 s timeout of an attempt, so that attempts to hanging endpoints end within it.
 */
const roundSeconds = 20;
const warmUpSeconds = 2;

/** Healthy and faulty rounds alternate, each with a new database and new processes. */
export async function measureFaults(
  options: FaultsOptions,
  folder: string,
  log: (text: string) => void,
): Promise<FaultsRow[]> {
  const roundsOf = new Map<Engine, FaultsRound[]>(options.engines.map((engine) => [engine, []]));
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const engine of options.engines) {
      for (const isFaulty of [false, true]) {
        log(`${engine}, round ${round}: ${isFaulty ? 'one dead, one hanging' : 'all healthy'}`);
        roundsOf.get(engine)?.push(await measureRound(engine, isFaulty, options.rate, folder));
      }
    }
  }
  return [...roundsOf].map(([engine, rounds]) => toRow(engine, rounds));
}

async function measureRound(
  engine: Engine,
  isFaulty: boolean,
  rate: number,
  folder: string,
): Promise<FaultsRound> {
  const behaviours = Array.from({ length: endpoints }, (_, at): Behaviour =>
    isFaulty ? (faultyOnes.get(at) ?? 'good') : 'good',
  );
  const receivers = startReceivers();
  const ports = await receivers.ask('open', behaviours);
  const remote = await startEngine(engine, folder, ports, perAccount);
  const goodShare = behaviours.filter((one) => one === 'good').length / endpoints;

  const run = async (seconds: number) => {
    // Use whole rounds through all accounts, so that the number of receipts is known.
    const accounts = endpoints / perAccount;
    const turns = Math.round((rate * seconds) / endpoints);
    const sent = await remote.ask('pace', rate / perAccount, (turns * endpoints) / rate);
    await receivers.ask('reached', turns * accounts * perAccount * goodShare);
    return { sent, receipts: await receivers.ask('take') };
  };
  await run(warmUpSeconds);
  const { sent, receipts } = await run(roundSeconds);
  await remote.end();
  await receivers.end();

  const latencies = latenciesOf(sent, receipts);
  const isGood = (at: number): boolean => !faultyOnes.has(receipts.receivers[at] ?? 0);
  const byEndpoint = Map.groupBy(
    [...latencies.keys()].filter(isGood),
    (at) => receipts.receivers[at] ?? 0,
  );
  const own = [...byEndpoint].map(
    ([, places]) => toLatency(places.map((at) => latencies[at] ?? Number.NaN)).p99,
  );
  return {
    isFaulty,
    all: toLatency(latencies.filter((_, at) => isGood(at))),
    medianOwnP99: toLatency(own).p50,
    worstOwnP99: Math.max(...own),
  };
}

function toRow(engine: Engine, rounds: FaultsRound[]): FaultsRow {
  const middle = (isFaulty: boolean, pick: (round: FaultsRound) => number): number =>
    summarise(rounds.filter((one) => one.isFaulty === isFaulty).map(pick))?.median ?? Number.NaN;
  const latency = (isFaulty: boolean): Latency => ({
    p50: middle(isFaulty, ({ all }) => all.p50),
    p99: middle(isFaulty, ({ all }) => all.p99),
  });
  const [healthy, faulty] = [latency(false), latency(true)];
  return { engine, rounds, healthy, faulty, p99Growth: faulty.p99 / healthy.p99 };
}
