import type { Generated } from 'kysely';

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
