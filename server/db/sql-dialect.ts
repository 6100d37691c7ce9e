import { type RawBuilder, sql, PostgresAdapter } from 'kysely';
import type { Queries } from './schema.ts';
import type { Engine } from './open.ts';

/**
 * Passes strings as one parameter to `in`, so one prepared statement works for any number of them.
 */
export function textList(query: Queries, texts: readonly string[]): RawBuilder<string> {
  return engineOf(query) === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(texts)}))`
    : sql`(select unnest(cast(${texts} as text[])))`;
}

/**
 * Passes rows as one parameter from which to select. The `one.value` column contains each row as a
 * JSON list. Read its members as text with `one.value ->> 0`.
 */
export function jsonRows(
  query: Queries,
  rows: readonly (string | number | null)[][],
): RawBuilder<unknown> {
  return parsedRows(query, sql`${JSON.stringify(rows)}`);
}

/** Like `jsonRows`, for a parameter that contains the rows as JSON. */
export function parsedRows(query: Queries, json: RawBuilder<string>): RawBuilder<unknown> {
  return engineOf(query) === 'sqlite'
    ? sql`json_each(${json}) as one`
    : sql`json_array_elements(cast(${json} as json)) as one(value)`;
}

/** Returns the engine of a connection or transaction, for statements that differ. */
export function engineOf(query: Queries): Engine {
  return query.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Splits rows into groups of at most `size`, for example because SQLite allows only 32,766
 * parameters per INSERT.
 */
export function* chunked<Row>(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
