type Cells = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** The same numbers in an array of at least this length; it doubles, so that growing stays cheap. */
export function grown<Kind extends Cells>(cells: Kind, length: number): Kind {
  if (cells.length >= length) return cells;
  const Typed = cells.constructor as new (size: number) => Kind;
  const larger = new Typed(Math.max(length, cells.length * 2, 1024));
  larger.set(cells);
  return larger;
}
