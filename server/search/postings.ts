import { ensureLength } from './number-arrays.ts';

/**
 * Growing lists of 32-bit numbers, stored in a few arrays. A list is a chain of slices, each twice
 * as long as the previous one. Short lists use little memory, and long lists are fast to read.
 */
export class Postings {
  /** A cell address combines a page and an offset. A slice never crosses a page boundary. */
  readonly #pages: Uint32Array<ArrayBuffer>[] = [];
  #free = pageCells;
  // By list: addresses of its first cell, next free cell, and end of its last slice; its length.
  #firsts = new Uint32Array(0);
  #cursors = new Uint32Array(0);
  #ends = new Uint32Array(0);
  #lengths = new Uint32Array(0);

  /** Number of values in the list. */
  lengthOf(list: number): number {
    return this.#lengths[list] ?? 0;
  }

  /** Appends to a list, which is created if needed. Lists are numbered from 0. */
  push(list: number, value: number): void {
    if (list >= this.#lengths.length) this.#grow(list + 1);
    const length = this.#lengths[list] ?? 0;
    if (length === 0) {
      const first = this.#allocate(firstSlice);
      this.#firsts[list] = first;
      this.#cursors[list] = first;
      this.#ends[list] = first + firstSlice;
    } else if (this.#cursors[list] === this.#ends[list]) {
      this.#extend(list, sliceAfter(length));
    }
    const cursor = this.#cursors[list] ?? 0;
    this.#write(cursor, value);
    this.#cursors[list] = cursor + 1;
    this.#lengths[list] = length + 1;
  }

  /**
   * Visits the list slice by slice. Each slice consists of the values in `cells` from `from`
   * (inclusive) to `to` (exclusive).
   */
  slices(list: number, visit: (cells: Uint32Array, from: number, to: number) => void): void {
    let left = this.#lengths[list] ?? 0;
    let at = this.#firsts[list] ?? 0;
    let size = firstSlice;
    let seen = 0;
    while (left > 0) {
      const page = this.#pages[at >>> pageBits] ?? noCells;
      const from = at & pageMask;
      const taken = Math.min(size, left);
      visit(page, from, from + taken);
      left -= taken;
      seen += taken;
      at = page[from + size] ?? 0;
      size = sliceAfter(seen);
    }
  }

  #grow(lists: number): void {
    this.#firsts = ensureLength(this.#firsts, lists);
    this.#cursors = ensureLength(this.#cursors, lists);
    this.#ends = ensureLength(this.#ends, lists);
    this.#lengths = ensureLength(this.#lengths, lists);
  }

  #extend(list: number, size: number): void {
    const next = this.#allocate(size);
    this.#write(this.#ends[list] ?? 0, next);
    this.#cursors[list] = next;
    this.#ends[list] = next + size;
  }

  /** Allocates one extra cell for the address of the next slice. */
  #allocate(size: number): number {
    if (this.#free + size + 1 > pageCells) {
      // The first page grows with its content, so that an index of a few books needs little memory.
      this.#pages.push(new Uint32Array(this.#pages.length === 0 ? 0 : pageCells));
      this.#free = 0;
    }
    if (this.#pages.length === 1) {
      this.#pages[0] = ensureLength(this.#pages[0] ?? noCells, this.#free + size + 1);
    }
    const address = (this.#pages.length - 1) * pageCells + this.#free;
    this.#free += size + 1;
    return address;
  }

  #write(address: number, value: number): void {
    const page = this.#pages[address >>> pageBits];
    if (page) page[address & pageMask] = value;
  }
}

const pageBits = 16;
const pageCells = 1 << pageBits;
const pageMask = pageCells - 1;
const firstSlice = 1;
const longestSlice = 4096;
const noCells = new Uint32Array(0);

/** Length of the slice that starts after `seen` values: 1, 1, 2, 4, 8 … */
function sliceAfter(seen: number): number {
  return Math.min(seen, longestSlice);
}
