/**
 * Splits rows into groups of at most `size`, for example because SQLite allows only 32,766
 * parameters per INSERT.
 */
export function* chunked<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
