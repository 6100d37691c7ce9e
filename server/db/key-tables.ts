import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 UTC text, JSON is stored as text, and booleans are 0 or 1. */
export interface KeyTables {
  accounts: {
    id: string;
    /** Unique. For a test environment, its id. */
    name: string;
    /** Largest accepted amount of a sale in minor units, or null for the default. */
    max_sale_amount: Generated<number | null>;
    created_at: string;
    /** The live account of a test environment. Null for a live account. See `testAccountOf`. */
    live_account_id: Generated<string | null>;
    /** When the operator suspended the account. Null if it is active. */
    suspended_at: Generated<string | null>;
    /** JSON list of tiers that members can choose for keys, or null for all. */
    tiers: Generated<string | null>;
    /** 1 for an account with sample data. */
    is_sample: Generated<number>;
    /** When an owner deleted the account. Null if it exists. */
    deleted_at: Generated<string | null>;
    /** When the content of a deleted account was deleted. */
    purged_at: Generated<string | null>;
    /** Whether everyone who opens the account in the console needs a second factor. */
    requires_second_factor: Generated<number>;
  };
  api_keys: {
    id: string;
    account_id: string;
    /** Quota that counts the key's requests. A rotated key keeps its predecessor's quota. */
    quota_id: string;
    tier: string;
    kind: 'secret' | 'publishable';
    /** Hex SHA-256 of the key. The key itself is not stored. */
    hash: string;
    /** The key's last characters, which identify it. */
    ending: string;
    /** JSON list of `<action>:<resource>`. */
    permissions: string;
    /** JSON list of origins. Empty for a secret key. */
    allowed_origins: string;
    /**
     * JSON: `"all"`, `"unlisted"` or a list of book ids. Keys of earlier releases have an empty
     * list.
     */
    private_books: Generated<string>;
    /** Chosen by the owner, or null. */
    label: Generated<string | null>;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** One row per quota, with the usage in the UTC day and month of its last request. */
  quotas: {
    id: string;
    /** `YYYY-MM-DD` */
    day: string;
    used_today: number;
    /** `YYYY-MM` */
    month: string;
    used_this_month: number;
    daily_limit: number;
    monthly_limit: number;
    /** Number of requests in the last statement, and how many of them were granted. */
    asked: number;
    granted: number;
    /**
     * The last statements, newest first: `<id>:<granted requests> `, with an id of 8 characters.
     */
    statements: Generated<string>;
  };
  /** Sent quota warnings, one per threshold, day and month. */
  quota_warnings: {
    quota_id: string;
    /** `YYYY-MM-DD` or `YYYY-MM` */
    period: string;
    /** Percentage of the limit. */
    threshold: number;
    told_at: string;
  };
}

/** Timestamps are ISO 8601 UTC text, and JSON is stored as text. */
export interface IdempotencyTables {
  /** Requests with an idempotency key and their responses. */
  idempotency_keys: {
    account_id: string;
    /** Route method and pattern, such as `POST /v1/books`. */
    route: string;
    key: string;
    /** Digest of the complete request. */
    digest: string;
    /** Token of the request that holds the lock. */
    token: string;
    /** Null while the request is running. */
    status: Generated<number | null>;
    /** Response headers as JSON, by name. */
    headers: Generated<string | null>;
    /** Encrypted because responses can contain secrets. */
    body: Generated<Uint8Array | null>;
    /** Expiry time, which is the end of the lease or a day after the first commit. */
    expires_at: string;
    /** End of the lock. Null in rows from older versions. */
    lease_until: Generated<string | null>;
    /**
     * Results of committed transactions, in order, in the format of `v8.serialize`. Null if there
     * are none.
     */
    results: Generated<Uint8Array | null>;
  };
}

/** Timestamps are ISO 8601 UTC text. */
export interface ReaderTables {
  /** Reading sessions opened by accounts' servers. */
  reader_sessions: {
    id: string;
    account_id: string;
    book_id: string;
    created_at: string;
    /** When the account ended the session. Null if it did not. */
    ended_at: string | null;
  };
}
