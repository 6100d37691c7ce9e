/** Positions in the request log per millisecond. */
export const positionsPerMs = 1000;

/** Timestamps are ISO 8601 UTC text. */
export interface UsageTables {
  /** Requests counted by a quota on earlier days. A trigger fills it. `quotas` has the quota's last day. */
  usage_days: {
    quota_id: string;
    /** `YYYY-MM-DD` */
    day: string;
    used: number;
  };
  /** Times of the keys' last requests, to the minute. */
  key_uses: {
    key_id: string;
    used_at: string;
  };
  /** Requests of the last 14 days with a key. */
  request_log: {
    /**
     * Increases in commit order. The time at which the row was written, in milliseconds since 1970, times `positionsPerMs`,
     * plus a counter.
     */
    position: number;
    account_id: string;
    key_id: string;
    request_id: string;
    /** End of the request. */
    occurred_at: string;
    method: string;
    /** Pattern such as `/v1/books/{bookId}`, or empty for an unknown path. */
    route: string;
    status: number;
    /** Error code, or null for a success. */
    code: string | null;
    duration_ms: number;
  };
}
