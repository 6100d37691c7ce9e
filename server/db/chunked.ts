/** Splits rows into groups of at most `size`, such as for INSERTs: SQLite allows 32,766 parameters. */
export function* chunked<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
