import type { BenchKind, BenchQuery } from './bench-queries.ts';
import type { Answer } from './measured-finder.ts';

export interface Latency {
  asked: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
  /** Of the processor time; see `Answer`. */
  processorP99Ms: number;
  /** Share of graded queries that found their book, or null if no query is graded. */
  found: number | null;
}

/** Null if no query was answered. */
export function latencyOf(
  queries: BenchQuery[],
  answers: Answer[],
  isMeant: (kind: BenchKind) => boolean,
): Latency | null {
  const pairs = queries.flatMap((query, at) => {
    const answer = answers[at];
    const found = answer?.found;
    return answer && found && isMeant(query.kind) ? [{ query, ...answer, found }] : [];
  });
  if (pairs.length === 0) return null;
  const times = pairs.map(({ ms }) => ms).sort((a, b) => a - b);
  const processorTimes = pairs.map(({ processorMs }) => processorMs).sort((a, b) => a - b);
  const graded = pairs.filter(({ query }) => query.wanted !== null);
  const hits = graded.filter(({ query, found }) => {
    const wanted = new Set(query.wanted);
    return found.slice(0, query.within).some((ordinal) => wanted.has(ordinal));
  });
  return {
    asked: pairs.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    worstMs: times.at(-1) ?? 0,
    processorP99Ms: percentile(processorTimes, 0.99),
    found: graded.length > 0 ? hits.length / graded.length : null,
  };
}

/** Percentile by nearest rank. */
function percentile(sorted: number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
