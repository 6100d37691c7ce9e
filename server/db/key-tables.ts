import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 UTC text, JSON is text, booleans are 0 or 1. */
export interface KeyTables {
  accounts: {
    id: string;
    name: string;
    created_at: string;
  };
  api_keys: {
    id: string;
    account_id: string;
    /** Which count its requests go to: a rotated key shares its predecessor's. */
    quota_id: string;
    tier: string;
    kind: 'secret' | 'publishable';
    /** Hex SHA-256 of the whole key: the key itself is never kept. */
    hash: string;
    /** The key's last characters, so that people can tell their keys apart. */
    ending: string;
    /** JSON list of `<action>:<resource>`. */
    permissions: string;
    /** JSON list of origins; empty for a secret key. */
    allowed_origins: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** One row per quota: what is used of the UTC day and month that it was last used in. */
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
    /** How many requests the last statement asked for, and how many of those it granted. */
    asked: number;
    granted: number;
  };
  /** What an account was told of a quota: once for each threshold in each day and month. */
  quota_warnings: {
    quota_id: string;
    /** `YYYY-MM-DD` or `YYYY-MM` */
    period: string;
    /** Per cent of the limit. */
    threshold: number;
    told_at: string;
  };
}

/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface IdempotencyTables {
  /** What was asked for under an idempotency key, and the answer once there is one. */
  idempotency_keys: {
    account_id: string;
    /** Method and pattern, such as `POST /v1/books`. */
    route: string;
    key: string;
    /** Of the whole request. */
    digest: string;
    /** Of the request that holds the key: one that lost its lease must not write. */
    token: string;
    /** Null while the request is running. */
    status: Generated<number | null>;
    /** JSON, by name. */
    headers: Generated<string | null>;
    /** Sealed: the answer may show a secret this once. */
    body: Generated<Uint8Array | null>;
    /** When it is forgotten: with its lease, unless something was done; then a day later. */
    expires_at: string;
    /** Until then nobody else takes it up; null for what an older version left. */
    lease_until: Generated<string | null>;
    /** What its transactions gave, in their order, as `v8.serialize` writes it; null: none was committed. */
    results: Generated<Uint8Array | null>;
  };
}

/** Timestamps are ISO 8601 UTC text. */
export interface ReaderTables {
  /** Reading sessions that the servers of accounts opened for their own readers. */
  reader_sessions: {
    id: string;
    account_id: string;
    book_id: string;
    created_at: string;
    /** When its account ended it; null while it did not. */
    ended_at: string | null;
  };
}
