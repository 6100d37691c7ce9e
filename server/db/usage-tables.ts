/** Positions in the request log per millisecond. */
export const positionsPerMs = 1000;

/** Timestamps are ISO 8601 UTC text. */
export interface UsageTables {
  /**
   * Requests counted by a quota on earlier days. A trigger fills it. `quotas` has the quota's last
   * day.
   */
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
  /** Requests of the last 14 days with a key, in blocks of one account. */
  request_log_blocks: {
    /**
     * Position of the block's last request. Earlier requests in the block have the preceding
     * positions. Positions increase in commit order: the time at which the block was written, in
     * milliseconds since 1970, times `positionsPerMs`, plus a counter.
     */
    position: number;
    account_id: string;
    /** Number of requests. */
    size: number;
    /** Number of requests with a status of 400 or more. */
    errors: number;
    /** The requests as JSON, oldest first; see `server/request-log/request-block.ts`. */
    requests: string;
  };
}
