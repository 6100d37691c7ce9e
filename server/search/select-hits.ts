import type { BookListPosition } from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import { comparePositions, compareTies, greatestKey, type Order } from './ranking.ts';

/** Selection of the rows that become hits on a page. */
interface HitSelection {
  rows: Uint32Array;
  order: Order;
  /**
   * Lower bounds of the keys in the order of `rows`, which are used to skip rows that cannot be
   * hits. Set only if there are many rows.
   */
  leastKeys: Int32Array | null;
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

/** Returns the first `limit` rows in sort order, without computing the keys of all rows. */
export function selectHits(documents: DocumentTable, selection: HitSelection): BookListPosition[] {
  const { rows, order, leastKeys: least, after, limit, isCollapsed } = selection;
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
  if (least) {
    // Start with the best rows so that most of the others can be skipped.
    const middle = keyOfFirst(least, firstRows * limit, Number(after?.key ?? 0));
    for (let at = 0; at < rows.length; at += 1) {
      if ((least[at] ?? 0) <= middle) consider(rows[at] ?? 0);
    }
    let last = lastKey();
    for (let at = 0; at < rows.length; at += 1) {
      const key = least[at] ?? 0;
      if (key <= middle || key > last) continue;
      consider(rows[at] ?? 0);
      last = lastKey();
    }
  } else {
    for (const row of rows) consider(row);
  }
  return hits.map(({ position }) => position);

  /** Rows with greater keys are not among the hits. */
  function lastKey(): number {
    return hits.length < limit ? Infinity : Number(hits.at(-1)?.position.key);
  }

  function consider(row: number): void {
    const last = hits.length < limit ? undefined : hits.at(-1)?.position;
    if (last) {
      const key = order.key(row);
      if (key > last.key) return;
      const ties = compareTies(order, popularities[row] ?? 0, ordinals[row] ?? 0, last);
      if (key === last.key && ties > 0) return;
    }
    const position = positionOf(row);
    if (after && compare(after, position) >= 0) return;
    const work = workNumbers[row] ?? 0;
    if (isCollapsed) {
      if (shown?.has(work)) return;
      const other = byWork.get(work);
      if (other && compare(other.position, position) < 0) return;
      if (other) hits.splice(hits.indexOf(other), 1);
    }
    const hit = { position, work };
    insert(hits, hit, compare);
    if (isCollapsed) byWork.set(work, hit);
    if (hits.length <= limit) return;
    const removed = hits.pop();
    if (removed) byWork.delete(removed.work);
  }

  /** Works with an edition among the hits of an earlier page. */
  function worksUpTo(end: BookListPosition): Set<number> {
    const works = new Set<number>();
    for (let at = 0; at < rows.length; at += 1) {
      if (least && (least[at] ?? 0) > Number(end.key)) continue;
      const row = rows[at] ?? 0;
      if (compare(positionOf(row), end) <= 0) works.add(workNumbers[row] ?? 0);
    }
    return works;
  }
}

/** Number of rows considered first, as a multiple of `limit`. */
const firstRows = 4;
/** Number of low bits by which keys in one bucket differ. */
const bucketBits = 6;
const buckets = new Uint32Array((greatestKey >>> bucketBits) + 1);

/**
 * Returns an approximate key that `count` of the keys do not exceed, not counting keys up to
 * `after`.
 */
function keyOfFirst(all: Int32Array, count: number, after: number): number {
  const counts = buckets.fill(0);
  for (let at = 0; at < all.length; at += 1) {
    const bucket = (all[at] ?? 0) >>> bucketBits;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let sum = 0;
  for (let bucket = Math.max(0, after) >>> bucketBits; bucket < counts.length; bucket += 1) {
    sum += counts[bucket] ?? 0;
    if (sum >= count) return ((bucket + 1) << bucketBits) - 1;
  }
  return Infinity;
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
