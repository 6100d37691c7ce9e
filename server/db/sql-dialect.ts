import { type RawBuilder, sql, PostgresAdapter } from 'kysely';
import type { Queries } from './schema.ts';
import type { Engine } from './open.ts';

/** Texts as one parameter for `in`, so that one prepared statement serves any number of them. */
export function textList(query: Queries, texts: readonly string[]): RawBuilder<string> {
  return engineOf(query) === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(texts)}))`
    : sql`(select unnest(cast(${texts} as text[])))`;
}

/**
 * Rows as one parameter to select from. The column `one.value` holds each row as a JSON list; read its
 * members as text with `one.value ->> 0`.
 */
export function jsonRows(
  query: Queries,
  rows: readonly (string | number | null)[][],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  return engineOf(query) === 'sqlite'
    ? sql`json_each(${json}) as one`
    : sql`json_array_elements(cast(${json} as json)) as one(value)`;
}

/** Engine of a connection or transaction, for statements that differ. */
export function engineOf(query: Queries): Engine {
  return query.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
