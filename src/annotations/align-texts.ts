/** Alignment of a pattern with text. */
export interface Alignment {
  /** Edit cost (substituted, missing or extra characters) of each pattern character. */
  costs: Uint8Array;
  /** Start and end index in the text of each pattern character. */
  starts: Uint32Array;
  ends: Uint32Array;
}

/**
 * Aligns a pattern with the most similar part of some text (Sellers 1980). Time and memory are
 * proportional to the product of both lengths, so keep both short.
 */
export function alignTexts(pattern: string, text: string): Alignment {
  const [rows, columns] = [pattern.length + 1, text.length + 1];
  const table = new Uint16Array(rows * columns);
  const at = (row: number, column: number) => table[row * columns + column] ?? 0;
  for (let row = 1; row < rows; row++) {
    table[row * columns] = row;
    for (let column = 1; column < columns; column++) {
      const substitutionCost = pattern[row - 1] === text[column - 1] ? 0 : 1;
      table[row * columns + column] = Math.min(
        at(row - 1, column - 1) + substitutionCost,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
      );
    }
  }
  const alignment: Alignment = {
    costs: new Uint8Array(pattern.length),
    starts: new Uint32Array(pattern.length),
    ends: new Uint32Array(pattern.length),
  };
  let row = rows - 1;
  let column = 0;
  for (let end = 1; end < columns; end++) if (at(row, end) < at(row, column)) column = end;
  while (row > 0) {
    const cost = at(row, column);
    const substitutionCost = column > 0 && pattern[row - 1] === text[column - 1] ? 0 : 1;
    const isPaired = column > 0 && at(row - 1, column - 1) + substitutionCost === cost;
    if (!isPaired && at(row - 1, column) + 1 !== cost) {
      // Add the cost of an extra character in the text to the preceding pattern character.
      column -= 1;
      alignment.costs[row - 1] = (alignment.costs[row - 1] ?? 0) + 1;
      continue;
    }
    row -= 1;
    alignment.ends[row] = column;
    if (isPaired) column -= 1;
    alignment.starts[row] = column;
    alignment.costs[row] = (alignment.costs[row] ?? 0) + (isPaired ? substitutionCost : 1);
  }
  return alignment;
}
