import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/schema.ts';
import { textList } from '../db/sql-dialect.ts';
import type { Interval } from './contract.ts';
import { type CountSource, type Filters, type Span, spansOf } from './count-source.ts';
import { addStops, countNames, readStops, type Stops } from './counts.ts';
import type { Dimension } from './day-kinds.ts';
import type { Period } from './period.ts';

/** Sums of the counts, without stop positions. */
export type Sums = Record<(typeof countNames)[number], number>;

export interface CountSelection {
  accountId: string;
  filters: Filters;
  period: Period;
}

/** Limits the memory for campaigns, whose number is not limited. */
const maxGroups = 10_000;

export function noSums(): Sums {
  return {
    opens: 0,
    sessions: 0,
    readers: 0,
    finished: 0,
    sample_ends: 0,
    buy_presses: 0,
    sales: 0,
    seconds: 0,
  };
}

export function addSums(sums: Sums, other: Sums, times: 1 | -1 = 1): void {
  for (const name of countNames) sums[name] += times * other[name];
}

const lengths = { hour: 13, day: 10, month: 7 } satisfies Record<Interval, number>;

/** Returns sums by hour, day or month. Omits empty intervals. */
export async function readSeries(
  query: Queries,
  source: CountSource,
  selection: CountSelection,
  interval: Interval,
): Promise<Map<string, Sums>> {
  const start = sql`substr(${timeColumn(source)}, 1, ${sql.lit(lengths[interval])})`;
  return readSums(query, source, selection, { group: start, isByDay: interval !== 'month' });
}

/** Returns sums by the value of a dimension, most opens first. Omits readings without a value. */
export async function readGroups(
  query: Queries,
  source: CountSource,
  selection: CountSelection,
  dimension: Dimension,
): Promise<Map<string, Sums>> {
  const value = columnOf(source, dimension);
  const order = sql`order by sum(opens) desc, 1 limit ${sql.lit(maxGroups)}`;
  const sums = await readSums(query, source, selection, { group: value, order });
  sums.delete('');
  return sums;
}

/** Sums the stop positions. Groups by section only if the selection is for one book. */
export async function readStopSums(
  query: Queries,
  source: CountSource,
  selection: CountSelection,
): Promise<Stops> {
  const sums: Stops = { positions: {}, sections: {} };
  for (const span of spansOf(source, selection.period, false)) {
    const { rows } = await sql<{ stops: string }>`
      select stops from ${sql.table(source.table)}
      where ${conditions(query, source, selection, span)} and stops <> ''`.execute(query);
    for (const row of rows) {
      const { positions, sections } = readStops(row.stops);
      addStops(sums.positions, positions);
      if (selection.filters.book !== undefined) addStops(sums.sections, sections);
    }
  }
  return sums;
}

async function readSums(
  query: Queries,
  source: CountSource,
  selection: CountSelection,
  {
    group,
    order = sql``,
    isByDay = false,
  }: { group: RawBuilder<unknown>; order?: RawBuilder<unknown>; isByDay?: boolean },
): Promise<Map<string, Sums>> {
  const columns = countNames.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);
  const sums = new Map<string, Sums>();
  for (const span of spansOf(source, selection.period, isByDay)) {
    const { rows } = await sql<Record<keyof Sums, number | string> & { key: string }>`
      select ${group} as key, ${sql.join(columns)}
      from ${sql.table(source.table)}
      where ${conditions(query, source, selection, span)}
      group by 1 ${order}`.execute(query);
    for (const row of rows) {
      const sum = sums.get(row.key) ?? noSums();
      // PostgreSQL returns sums as text.
      for (const name of countNames) sum[name] += Number(row[name]);
      sums.set(row.key, sum);
    }
  }
  return sums;
}

function conditions(
  query: Queries,
  source: CountSource,
  { accountId, filters }: CountSelection,
  { kind, times }: Span,
): RawBuilder<unknown> {
  const time = timeColumn(source);
  return sql.join(
    [
      sql`account_id = ${accountId}`,
      ...(kind === null ? [] : [sql`kind = ${kind}`]),
      // With a list, databases can use the primary key to look up the filtered value of each day.
      'list' in times
        ? sql`${time} in ${textList(query, times.list)}`
        : sql`${time} >= ${times.first} and ${time} <= ${times.last}`,
      ...Object.entries(filters).map(
        ([dimension, value]) => sql`${columnOf(source, toDimension(dimension))} = ${value}`,
      ),
    ],
    sql` and `,
  );
}

function timeColumn({ table }: CountSource): RawBuilder<string> {
  return table === 'analytics_days' ? sql.ref('day') : sql.ref('hour');
}

function columnOf({ table, columns }: CountSource, dimension: Dimension): RawBuilder<string> {
  const column = columns[dimension];
  if (column === undefined) throw new Error(`${table} has no column for ${dimension} here.`);
  return sql.ref(column);
}

/** `Object.entries` loses the type of the keys. */
function toDimension(name: string): Dimension {
  return name as Dimension;
}
