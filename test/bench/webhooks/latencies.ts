import type { Receipts } from './receivers-process.ts';
import type { Sent } from './sent.ts';

/** In milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

/** Time from sending an event to each of its receipts, in the order of the receipts. */
export function latenciesOf(sent: Sent, receipts: Receipts): number[] {
  const sentAtMs = new Map(sent.ids.map((id, at) => [id, sent.atMs[at] ?? Number.NaN]));
  return receipts.ids.map((id, at) => {
    const sentMs = sentAtMs.get(id);
    if (sentMs === undefined) throw new Error(`${id} was received but never sent.`);
    // The worker may deliver before the commit is reported.
    return Math.max(0, (receipts.atMs[at] ?? Number.NaN) - sentMs);
  });
}

/** Percentile by nearest rank, or NaN for an empty sample. */
export function toLatency(latenciesMs: number[]): Latency {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  const rank = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: rank(0.5), p99: rank(0.99) };
}
