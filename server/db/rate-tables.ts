/** Exchange rates: one row for each day of each source. */
export interface RateTables {
  rate_tables: {
    source: string;
    /** `YYYY-MM-DD` */
    date: string;
    pivot: string;
    /** `refused`: kept to compare with, never served. */
    state: 'good' | 'refused';
    /** JSON object: ISO 4217 code → decimal string. */
    rates: string;
    /** JSON object: what was said of currencies whose jump was not believed. */
    held: string;
    /** How many of its rates were not believed: a better table of the same day takes its place. */
    faults: number;
    fetched_at: string;
  };
}
