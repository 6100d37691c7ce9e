import { type RawBuilder, sql, PostgresAdapter } from 'kysely';
import type { Queries } from './schema.ts';
import type { Engine } from './open.ts';

/** Texts as one parameter, for `in`: a statement keeps its shape, and is prepared once, however many there are. */
export function textList(query: Queries, texts: readonly string[]): RawBuilder<string> {
  return engineOf(query) === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(texts)}))`
    : sql`(select unnest(cast(${texts} as text[])))`;
}

/**
 * Rows as one parameter, to select from: the column `value` of `one` has each as a JSON list, whose
 * members are had by `one.value ->> 0`, as text.
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

/** The engine behind a connection or a transaction, for the few statements that differ. */
export function engineOf(query: Queries): Engine {
  return query.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
