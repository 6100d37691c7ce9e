import type { DatabaseLocation } from '../../../server/db/open.ts';
import { type BenchKind, benchKinds, type BenchQuery, gradedKinds } from './bench-queries.ts';
import { type Latency, latencyOf } from './latency.ts';
import { type Answer, startFinder } from './measured-finder.ts';

export interface Finding {
  name: string;
  openSeconds: number;
  /** Memory of the search processes after the queries. */
  rssMb: number | null;
  /** All graded queries together. */
  graded: Latency | null;
  all: Latency | null;
  kinds: { kind: BenchKind; latency: Latency | null }[];
}

const blockSize = 50;

/** Queries our index and its peer alternately in blocks, each query once. */
export async function measureFinding(
  address: DatabaseLocation,
  peer: { name: string; finder: 'fts5' | 'tsvector' },
  warmUp: BenchQuery[],
  queries: BenchQuery[],
): Promise<Finding[]> {
  const subjects = [
    { name: 'index in memory', finder: await startFinder('index', address) },
    { name: peer.name, finder: await startFinder(peer.finder, address) },
  ].map((subject) => ({ ...subject, answers: [] as Answer[] }));
  for (const { finder } of subjects) await finder.ask(warmUp);
  for (let at = 0; at < queries.length; at += blockSize) {
    const block = queries.slice(at, at + blockSize);
    for (const { finder, answers } of subjects) answers.push(...(await finder.ask(block)));
  }
  return subjects.map(({ name, finder, answers }) => {
    const rssMb = finder.rssMb();
    finder.end();
    const isGraded = (kind: BenchKind) => gradedKinds.some((one) => one === kind);
    return {
      name,
      openSeconds: finder.openSeconds,
      rssMb,
      graded: latencyOf(queries, answers, isGraded),
      all: latencyOf(queries, answers, () => true),
      kinds: benchKinds.map((kind) => ({
        kind,
        latency: latencyOf(queries, answers, (one) => one === kind),
      })),
    };
  });
}
