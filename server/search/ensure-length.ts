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
