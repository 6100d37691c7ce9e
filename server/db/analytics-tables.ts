/** A reader's request with the events of one reading, or a subsequent sale. */
interface BeaconRow {
  /** Ids from one process increase. */
  id: string;
  trace_id: string;
  account_id: string;
  received_at: string;
  /** JSON of a `BeaconBody`. */
  body: string;
}

/** Sums of the readings in one hour or day. */
export interface CountColumns {
  opens: number;
  sessions: number;
  readers: number;
  finished: number;
  sample_ends: number;
  buy_presses: number;
  sales: number;
  /** Time read, in seconds. */
  seconds: number;
  /** JSON of `Stops`. Empty if no position is known. */
  stops: string;
}

/** Timestamps are ISO 8601 UTC text. Unknown values of a dimension are empty. */
export interface AnalyticsTables {
  /** Beacons waiting to be counted. */
  beacon_queue: BeaconRow;
  /** Counted beacons of the last 30 days. */
  beacons: BeaconRow;
  /** Readers by day in the last 30 days. Each counts once per day and book. */
  analytics_readers: {
    account_id: string;
    /** UTC date. */
    day: string;
    book_id: string;
    /** Keyed digest of the account's reader id. Changes every day. */
    reader: string;
  };
  /** Campaigns counted by name in the last two months. */
  analytics_campaigns: {
    account_id: string;
    /** UTC month in which the beacons were received, such as `2026-11`. */
    month: string;
    campaign: string;
  };
  /** The last 90 days, with every combination of dimensions. */
  analytics_hours: CountColumns & {
    account_id: string;
    /** UTC hour, such as `2026-11-21T09`. */
    hour: string;
    book_id: string;
    deployment_id: string;
    partner_id: string;
    campaign: string;
    language: string;
    country: string;
    device: string;
  };
  /** All days, with the combinations of dimensions in `server/analytics/day-kinds.ts`. */
  analytics_days: CountColumns & {
    account_id: string;
    /** The combination of dimensions. */
    kind: string;
    /** UTC date. */
    day: string;
    /** Values of the combination's dimensions, in order. Unused columns are empty. */
    a: string;
    b: string;
    c: string;
  };
}
