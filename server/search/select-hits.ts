import type { BookListPosition } from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import { comparePositions, compareTies, type Order } from './ranking.ts';

/** Which rows of a result become the hits of a page. */
interface HitSelection {
  rows: Uint32Array;
  order: Order;
  /** A key that a row's key is not below; rows that cannot be among the hits are skipped by it. */
  leastKey: ((row: number) => number) | null;
  /** Selects only hits after this position. */
  after: BookListPosition | null;
  limit: number;
  /** Whether only the first row of each work is a hit. */
  isCollapsed: boolean;
}

interface Hit {
  position: BookListPosition;
  work: number;
}

/** The first `limit` rows in sort order, without computing the keys of all rows. */
export function selectHits(documents: DocumentTable, selection: HitSelection): BookListPosition[] {
  const { rows, order, leastKey, after, limit, isCollapsed } = selection;
  const { popularities, ordinals, workNumbers } = documents;
  const compare = (a: BookListPosition, b: BookListPosition) => comparePositions(order, a, b);
  const positionOf = (row: number): BookListPosition => ({
    key: order.key(row),
    popularity: popularities[row] ?? 0,
    ordinal: ordinals[row] ?? 0,
  });
  const shown = after && isCollapsed ? worksUpTo(after) : null;
  const hits: Hit[] = [];
  const byWork = new Map<number, Hit>();
  for (const row of rows) {
    const last = hits.length < limit ? undefined : hits.at(-1)?.position;
    if (last) {
      // Most rows are rejected here, before their keys are computed.
      if (leastKey && leastKey(row) > Number(last.key)) continue;
      const key = order.key(row);
      if (key > last.key) continue;
      const ties = compareTies(order, popularities[row] ?? 0, ordinals[row] ?? 0, last);
      if (key === last.key && ties > 0) continue;
    }
    const position = positionOf(row);
    if (after && compare(after, position) >= 0) continue;
    const work = workNumbers[row] ?? 0;
    if (isCollapsed) {
      if (shown?.has(work)) continue;
      const other = byWork.get(work);
      if (other && compare(other.position, position) < 0) continue;
      if (other) hits.splice(hits.indexOf(other), 1);
    }
    const hit = { position, work };
    insert(hits, hit, compare);
    if (isCollapsed) byWork.set(work, hit);
    if (hits.length <= limit) continue;
    const removed = hits.pop();
    if (removed) byWork.delete(removed.work);
  }
  return hits.map(({ position }) => position);

  /** Works of which an edition was a hit of an earlier page. */
  function worksUpTo(end: BookListPosition): Set<number> {
    const works = new Set<number>();
    for (const row of rows) {
      if (leastKey && leastKey(row) > Number(end.key)) continue;
      if (compare(positionOf(row), end) <= 0) works.add(workNumbers[row] ?? 0);
    }
    return works;
  }
}

function insert(
  hits: Hit[],
  hit: Hit,
  compare: (a: BookListPosition, b: BookListPosition) => number,
): void {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = hits[middle];
    if (other && compare(other.position, hit.position) < 0) low = middle + 1;
    else high = middle;
  }
  hits.splice(low, 0, hit);
}
