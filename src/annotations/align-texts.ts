/** How a pattern lies in a text. */
export interface Alignment {
  /** Characters that are other, missing or added, by index of the pattern. */
  costs: Uint8Array;
  /** Index in the text where each character of the pattern begins, and where it ends. */
  starts: Uint32Array;
  ends: Uint32Array;
}

/**
 * Lays a pattern into the part of a text that it is most like (Sellers 1980). Takes the product of both
 * lengths in time and memory: both are to be short.
 */
export function alignTexts(pattern: string, text: string): Alignment {
  const [rows, columns] = [pattern.length + 1, text.length + 1];
  const table = new Uint16Array(rows * columns);
  const at = (row: number, column: number) => table[row * columns + column] ?? 0;
  for (let row = 1; row < rows; row++) {
    table[row * columns] = row;
    for (let column = 1; column < columns; column++) {
      const same = pattern[row - 1] === text[column - 1] ? 0 : 1;
      table[row * columns + column] = Math.min(
        at(row - 1, column - 1) + same,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
      );
    }
  }
  const found: Alignment = {
    costs: new Uint8Array(pattern.length),
    starts: new Uint32Array(pattern.length),
    ends: new Uint32Array(pattern.length),
  };
  let row = rows - 1;
  let column = 0;
  for (let end = 1; end < columns; end++) if (at(row, end) < at(row, column)) column = end;
  while (row > 0) {
    const cost = at(row, column);
    const same = column > 0 && pattern[row - 1] === text[column - 1] ? 0 : 1;
    const isPaired = column > 0 && at(row - 1, column - 1) + same === cost;
    if (!isPaired && at(row - 1, column) + 1 !== cost) {
      // More stands in the text than in the pattern: the character before it bears the cost.
      column -= 1;
      found.costs[row - 1] = (found.costs[row - 1] ?? 0) + 1;
      continue;
    }
    row -= 1;
    found.ends[row] = column;
    if (isPaired) column -= 1;
    found.starts[row] = column;
    found.costs[row] = (found.costs[row] ?? 0) + (isPaired ? same : 1);
  }
  return found;
}
