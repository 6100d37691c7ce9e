import { BookSort, type BookListPosition } from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import { comparePositions, type Order, sortOrder } from './ranking.ts';

/** A page of a list. */
interface ListPage {
  /** Selects only books after this position. */
  after: BookListPosition | null;
  limit: number;
  /** Whether a row is in the list. */
  isAccepted: (row: number) => boolean;
  /** Whether only the first edition of each work is listed. */
  isCollapsed: boolean;
}

export type ListSort = Exclude<BookSort, 'relevance'>;

/** Rows in sort order, and the index of the next one of a page. */
interface Head {
  run: Uint32Array;
  at: number;
}

/** New rows are sorted together once there are this many. */
const rowsPerRun = 1024;

/**
 * The rows of the index in each sort order, so that a page of all or most books takes the same time
 * in a catalog of any size. Each order consists of sorted runs, of which each is more than twice as
 * long as the next. Removed rows are skipped, and dropped when runs are merged.
 */
export class SortedRows {
  readonly #documents: DocumentTable;
  readonly #runs = new Map<ListSort, Uint32Array[]>(
    BookSort.options.flatMap((sort) => (sort === 'relevance' ? [] : [[sort, []]])),
  );
  /** Rows from here on are not in any run yet. */
  #sortedTo = 0;

  constructor(documents: DocumentTable) {
    this.#documents = documents;
  }

  /** Call after rows were added. Keeps the number of rows low that the next list must sort. */
  update(): void {
    if (this.#documents.size - this.#sortedTo >= rowsPerRun) this.#sortNewRows();
  }

  /** Returns the first `limit` books after a position. */
  page(sort: ListSort, { after, limit, isAccepted, isCollapsed }: ListPage): BookListPosition[] {
    this.#sortNewRows();
    const order = sortOrder(sort, this.#documents, () => 0);
    const compare = this.#comparator(order);
    const heads = (this.#runs.get(sort) ?? []).map((run): Head => ({
      run,
      at: after === null ? 0 : this.#firstAfter(run, after, order),
    }));
    const { works, workNumbers } = this.#documents;
    const isFirstEdition = (row: number) => {
      for (const other of works.rowsOf(workNumbers[row] ?? 0)) {
        if (other !== row && isAccepted(other) && compare(other, row) < 0) return false;
      }
      return true;
    };
    const hits: BookListPosition[] = [];
    while (hits.length < limit) {
      let next: Head | null = null;
      for (const head of heads) {
        if (head.at === head.run.length) continue;
        if (next === null || compare(rowAt(head), rowAt(next)) < 0) next = head;
      }
      if (next === null) break;
      const row = rowAt(next);
      next.at += 1;
      if (!isAccepted(row) || (isCollapsed && !isFirstEdition(row))) continue;
      hits.push(this.#positionOf(order, row));
    }
    return hits;
  }

  #sortNewRows(): void {
    const { size } = this.#documents;
    if (size === this.#sortedTo) return;
    const added = Uint32Array.from({ length: size - this.#sortedTo }, (_, at) => {
      return this.#sortedTo + at;
    });
    this.#sortedTo = size;
    for (const [sort, runs] of this.#runs) {
      const compare = this.#comparator(sortOrder(sort, this.#documents, () => 0));
      let last: Uint32Array = added.toSorted(compare);
      for (let before = runs.at(-1); before; before = runs.at(-1)) {
        if (before.length > 2 * last.length) break;
        runs.pop();
        last = this.#merged(before, last, compare);
      }
      runs.push(last);
    }
  }

  #merged(a: Uint32Array, b: Uint32Array, compare: (a: number, b: number) => number): Uint32Array {
    const rows = new Uint32Array(a.length + b.length);
    let [count, left, right] = [0, 0, 0];
    while (left < a.length || right < b.length) {
      const isLeft =
        right === b.length || (left < a.length && compare(a[left] ?? 0, b[right] ?? 0) < 0);
      const row = (isLeft ? a[left] : b[right]) ?? 0;
      if (isLeft) left += 1;
      else right += 1;
      if (this.#documents.isRemoved(row)) continue;
      rows[count] = row;
      count += 1;
    }
    return rows.slice(0, count);
  }

  #comparator(order: Order): (a: number, b: number) => number {
    const { key, isOldestFirst } = order;
    const { popularities, ordinals } = this.#documents;
    const direction = isOldestFirst ? 1 : -1;
    return (a, b) => {
      const [keyA, keyB] = [key(a), key(b)];
      if (keyA !== keyB) return keyA < keyB ? -1 : 1;
      const difference = (popularities[b] ?? 0) - (popularities[a] ?? 0);
      if (difference !== 0) return difference;
      // A changed book has several rows, of which all but one are removed.
      return direction * ((ordinals[a] ?? 0) - (ordinals[b] ?? 0)) || a - b;
    };
  }

  /** Returns the index of the first row after a position. */
  #firstAfter(run: Uint32Array, after: BookListPosition, order: Order): number {
    let [low, high] = [0, run.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const position = this.#positionOf(order, run[middle] ?? 0);
      if (comparePositions(order, position, after) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #positionOf(order: Order, row: number): BookListPosition {
    const { popularities, ordinals } = this.#documents;
    return {
      key: order.key(row),
      popularity: popularities[row] ?? 0,
      ordinal: ordinals[row] ?? 0,
    };
  }
}

function rowAt({ run, at }: Head): number {
  return run[at] ?? 0;
}
