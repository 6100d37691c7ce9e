/** The rates of one day from one source. */
export interface RateTable {
  /** The date of the rates, `YYYY-MM-DD`. */
  date: string;
  /** The currency to whose unit all rates refer. Its own rate is 1. */
  pivot: string;
  /** ISO 4217 code → units of that currency per unit of the pivot, as an exact decimal. */
  rates: ReadonlyMap<string, string>;
  /** `currency-api`, `ecb` or `bundled`. */
  source: string;
}

/** A validated table. */
export interface AcceptedTable extends RateTable {
  /**
   * Rejected rates of currencies whose change was implausible. `rates` contains their last good
   * value instead.
   */
  held: ReadonlyMap<string, string>;
}

/** A validated table with its age. */
export interface ServedTable extends AcceptedTable {
  /** Start of the table's date in UTC, so the age is never understated. */
  asOf: string;
  ageSeconds: number;
  /** Whether the table is at least 48 hours old. */
  stale: boolean;
}

const staleFromSeconds = 48 * 3600;

/** Returns the table with its age at `now`. */
export function withAge(table: AcceptedTable, now: Date): ServedTable {
  const asOf = `${table.date}T00:00:00Z`;
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - Date.parse(asOf)) / 1000));
  return { ...table, asOf, ageSeconds, stale: ageSeconds >= staleFromSeconds };
}

/** Tables with fewer rates are used only for requests that name their currencies. */
const minCompleteRates = 150;

/**
 * Returns the newest table that has all of `codes`. For the same day, returns the one with more
 * rates. A response never mixes two tables, so its date and source apply to every rate in it.
 * Without codes, returns the newest complete table.
 */
export function newestTableWith(
  tables: readonly AcceptedTable[],
  codes: readonly string[],
): AcceptedTable | null {
  const candidates = tables.filter(({ rates }) =>
    codes.length > 0 ? codes.every((code) => rates.has(code)) : rates.size >= minCompleteRates,
  );
  return candidates.sort(compareNewestFirst)[0] ?? null;
}

/**
 * Sorts tables newest first. For the same day, a table with more rates precedes others, and a live
 * source precedes the bundle.
 */
export function compareNewestFirst(a: RateTable, b: RateTable): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return (
    b.rates.size - a.rates.size || Number(a.source === 'bundled') - Number(b.source === 'bundled')
  );
}
