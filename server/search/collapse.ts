import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './ensure-length.ts';
import { compareTies, type Order } from './ranking.ts';

/** Rows of which each stands for a work. */
interface CollapsedRows {
  /** The first row of each work in sort order. */
  rows: Uint32Array;
  /** Number of rows that the row stands for, itself included. */
  editionsOf: (row: number) => number;
}

/** Row of each work plus one, and its number of rows; reset after each use. */
let firsts = new Uint32Array(0);
let counts = new Uint32Array(0);

/** Groups rows by work and keeps the first of each in sort order. */
export function collapseWorks(
  rows: Uint32Array,
  documents: DocumentTable,
  order: Order,
): CollapsedRows {
  firsts = ensureLength(firsts, documents.works.size);
  counts = ensureLength(counts, documents.works.size);
  const { workNumbers } = documents;
  const kept: number[] = [];
  for (const row of rows) {
    const work = workNumbers[row] ?? 0;
    const first = (firsts[work] ?? 0) - 1;
    counts[work] = (counts[work] ?? 0) + 1;
    if (first < 0) kept.push(work);
    if (first < 0 || isBefore(row, first, documents, order)) firsts[work] = row + 1;
  }
  const collapsed = new Uint32Array(kept.length);
  const editions = new Map<number, number>();
  for (const [at, work] of kept.entries()) {
    const row = (firsts[work] ?? 1) - 1;
    collapsed[at] = row;
    const count = counts[work] ?? 1;
    if (count > 1) editions.set(row, count);
    firsts[work] = 0;
    counts[work] = 0;
  }
  return { rows: collapsed, editionsOf: (row) => editions.get(row) ?? 1 };
}

function isBefore(row: number, other: number, documents: DocumentTable, order: Order): boolean {
  const [key, otherKey] = [order.key(row), order.key(other)];
  if (key !== otherKey) return key < otherKey;
  const { popularities, ordinals } = documents;
  const position = {
    key: otherKey,
    popularity: popularities[other] ?? 0,
    ordinal: ordinals[other] ?? 0,
  };
  return compareTies(order, popularities[row] ?? 0, ordinals[row] ?? 0, position) < 0;
}
