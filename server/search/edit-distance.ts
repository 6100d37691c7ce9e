/** Maximum length of compared words. The index truncates words at 60 characters. */
const width = 64;
const rows = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)] as const;

/**
 * Number of typos between two words: wrong, missing, extra and transposed letters (restricted
 * Damerau–Levenshtein distance). Exact up to `limit`, and `limit + 1` for any greater distance.
 *
 * @param isBeginning - Whether `typed` need only match a prefix of `word`.
 */
export function editDistance(
  typed: string,
  word: string,
  limit: number,
  isBeginning = false,
): number {
  const far = limit + 1;
  const length = Math.min(word.length, isBeginning ? typed.length + limit : word.length);
  if (typed.length - length > limit || length - typed.length > limit) return far;
  let [before, last, row] = rows;
  for (let column = 0; column <= length; column += 1) last[column] = column;
  for (let line = 1; line <= typed.length; line += 1) {
    const letter = typed.charCodeAt(line - 1);
    const earlier = typed.charCodeAt(line - 2);
    row[0] = line;
    let best = line;
    for (let column = 1; column <= length; column += 1) {
      const other = word.charCodeAt(column - 1);
      let cost = (last[column - 1] ?? far) + (letter === other ? 0 : 1);
      cost = Math.min(cost, (last[column] ?? far) + 1, (row[column - 1] ?? far) + 1);
      if (
        line > 1 &&
        column > 1 &&
        letter === word.charCodeAt(column - 2) &&
        earlier === other &&
        letter !== other
      ) {
        cost = Math.min(cost, (before[column - 2] ?? far) + 1);
      }
      row[column] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return far;
    [before, last, row] = [last, row, before];
  }
  if (!isBeginning) return Math.min(last[length] ?? far, far);
  let nearest = far;
  for (let column = 0; column <= length; column += 1) {
    nearest = Math.min(nearest, last[column] ?? far);
  }
  return nearest;
}
