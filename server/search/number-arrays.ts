/**
 * Returns the number of bits that are set. Uses bit manipulation because typo search counts the
 * bits of many words.
 */
export function countBits(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

type NumberArray =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/**
 * Copies the numbers to an array of at least this length. Doubles the capacity so that growth stays
 * cheap.
 */
export function ensureLength<Kind extends NumberArray>(cells: Kind, length: number): Kind {
  if (cells.length >= length) return cells;
  const Typed = cells.constructor as new (size: number) => Kind;
  const larger = new Typed(Math.max(length, cells.length * 2, 1024));
  larger.set(cells);
  return larger;
}

/** Returns the first index at or after `from` whose number is at least `value`. */
export function lowerBound(cells: Uint32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Does the same as `lowerBound`, but faster if the result is near `from`. */
export function nextFrom(cells: Uint32Array, from: number, to: number, value: number): number {
  let [low, step] = [from, 1];
  while (low + step < to && (cells[low + step] ?? 0) < value) {
    low += step;
    step *= 2;
  }
  return lowerBound(cells, low, Math.min(to, low + step), value);
}
