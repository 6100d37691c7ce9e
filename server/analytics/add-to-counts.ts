import { sql } from 'kysely';
import type { Queries } from '../db/schema.ts';
import { jsonRows } from '../db/sql-dialect.ts';
import { addCounts, countNames, type Counts, readStops, writeStops } from './counts.ts';

/** Counts to add to the row with this primary key. */
export interface CountedRow {
  key: string[];
  counts: Counts;
}

type StoredCounts = Record<(typeof countNames)[number], number | string> & {
  position: number;
  stops: string;
};

const columns = [...countNames, 'stops'] as const;

/**
 * Adds counts to rows, and inserts missing rows. Nothing else may write to the table at the same
 * time.
 *
 * @param keyColumns - The columns of the table's primary key.
 */
export async function addToCounts(
  tx: Queries,
  table: 'analytics_hours' | 'analytics_days',
  keyColumns: readonly string[],
  added: CountedRow[],
): Promise<void> {
  if (added.length === 0) return;
  const keys = added.map(({ key }, position) => [...key, position]);
  const isSameKey = keyColumns.map(
    (name, index) => sql`${sql.ref(`stored.${name}`)} = one.value ->> ${sql.lit(index)}`,
  );
  // Inserts in this order because the primary key index looks up each key.
  const { rows } = await sql<StoredCounts>`
    select cast(one.value ->> ${sql.lit(keyColumns.length)} as integer) as position, ${sql.join(
      columns.map((name) => sql.ref(`stored.${name}`)),
    )}
    from ${jsonRows(tx, keys)} cross join ${sql.table(table)} as stored
    where ${sql.join(isSameKey, sql` and `)}`.execute(tx);
  for (const row of rows) {
    const change = added[row.position];
    if (change) addCounts(change.counts, toCounts(row));
  }
  const written = added.map(({ key, counts }) => [
    ...key,
    ...countNames.map((name) => counts[name]),
    writeStops(counts.stops),
  ]);
  const numbersAt = keyColumns.length;
  const values = [...keyColumns, ...columns].map((name, index) => {
    const value = sql`one.value ->> ${sql.lit(index)}`;
    return index < numbersAt || name === 'stops' ? value : sql`cast(${value} as bigint)`;
  });
  await sql`
    insert into ${sql.table(table)} (${sql.join([...keyColumns, ...columns].map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${jsonRows(tx, written)} where true
    on conflict (${sql.join(keyColumns.map((name) => sql.ref(name)))})
    do update set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
  `.execute(tx);
}

function toCounts({ stops, ...row }: StoredCounts): Counts {
  // PostgreSQL returns large integers as text.
  const number = (name: (typeof countNames)[number]) => Number(row[name]);
  return {
    opens: number('opens'),
    sessions: number('sessions'),
    readers: number('readers'),
    finished: number('finished'),
    sample_ends: number('sample_ends'),
    buy_presses: number('buy_presses'),
    sales: number('sales'),
    seconds: number('seconds'),
    stops: readStops(stops),
  };
}
