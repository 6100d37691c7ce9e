import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './engine-of.ts';
import type { Queries } from './schema.ts';

/** Texts as one parameter, for `in`: a statement keeps its shape, and is prepared once, however many there are. */
export function listed(query: Queries, texts: readonly string[]): RawBuilder<string> {
  return engineOf(query) === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(texts)}))`
    : sql`(select unnest(cast(${texts} as text[])))`;
}

/**
 * Rows as one parameter, to select from: the column `value` of `one` has each as a JSON list, whose
 * members are had by `one.value ->> 0`, as text.
 */
export function rowsOf(
  query: Queries,
  rows: readonly (string | number | null)[][],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  return engineOf(query) === 'sqlite'
    ? sql`json_each(${json}) as one`
    : sql`json_array_elements(cast(${json} as json)) as one(value)`;
}
