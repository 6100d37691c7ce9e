import type { Queries } from './schema.ts';

const waiting = new WeakMap<Queries, (() => void)[]>();

/** Runs `work` when the transaction was committed; never, when it is rolled back. */
export function afterCommit(tx: Queries, work: () => void): void {
  const before = waiting.get(tx);
  if (before) before.push(work);
  else waiting.set(tx, [work]);
}

/** Runs what waits for this transaction. For whoever committed it. */
export function tellCommitted(tx: Queries): void {
  for (const work of waiting.get(tx) ?? []) work();
}
