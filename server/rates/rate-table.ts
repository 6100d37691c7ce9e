/** The rates of one day, as one source has them. */
export interface RateTable {
  /** `YYYY-MM-DD`, the day that the rates are of. */
  date: string;
  /** The currency that every rate is for one unit of; its own rate is 1. */
  pivot: string;
  /** ISO 4217 code → units of it for one of the pivot, as an exact decimal. */
  rates: ReadonlyMap<string, string>;
  /** `currency-api`, `ecb` or `bundled`. */
  source: string;
}

/** A table that passed, as it is served. */
export interface AcceptedTable extends RateTable {
  /**
   * What the source said of currencies whose jump was not believed; `rates` has their last good
   * value instead.
   */
  held: ReadonlyMap<string, string>;
}

/** A good table and how old it is. */
export interface ServedTable extends AcceptedTable {
  /** The start of its day, UTC: no answer claims to be younger than it is. */
  asOf: string;
  ageSeconds: number;
  /** From 48 hours on. */
  stale: boolean;
}

const staleFromSeconds = 48 * 3600;

/** The table with its age at `now`. */
export function withAge(table: AcceptedTable, now: Date): ServedTable {
  const asOf = `${table.date}T00:00:00Z`;
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - Date.parse(asOf)) / 1000));
  return { ...table, asOf, ageSeconds, stale: ageSeconds >= staleFromSeconds };
}

/** Tables with fewer rates answer only questions whose currencies they have. */
const minCompleteRates = 150;

/**
 * The newest table that has all of `codes`; of one day the one with more rates. An answer is never
 * mixed of two tables, so that its date and source hold for every rate in it. No codes: the newest
 * complete table.
 */
export function newestTableWith(
  tables: readonly AcceptedTable[],
  codes: readonly string[],
): AcceptedTable | null {
  const able = tables.filter(({ rates }) =>
    codes.length > 0 ? codes.every((code) => rates.has(code)) : rates.size >= minCompleteRates,
  );
  return able.sort(compareNewestFirst)[0] ?? null;
}

/** Newest first, of one day the richest, and a live source before the bundle. */
export function compareNewestFirst(a: RateTable, b: RateTable): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return (
    b.rates.size - a.rates.size || Number(a.source === 'bundled') - Number(b.source === 'bundled')
  );
}
