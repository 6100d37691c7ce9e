import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 UTC text, JSON is text, booleans are 0 or 1. */
export interface WebhookTables {
  webhooks: {
    id: string;
    account_id: string;
    url: string;
    description: string | null;
    /** JSON list of event types, or `["*"]`. */
    events: string;
    /** JSON list; empty: of all books of the account. */
    book_ids: string;
    /** JSON list of `{sealed, until}`, the newest first; `until` is null for the one that stays. */
    secrets: string;
    enabled: number;
    disabled_reason: 'requested' | 'gone' | 'failing' | null;
    disabled_at: string | null;
    /** The first failure since the last success. */
    failing_since: string | null;
    created_at: string;
    updated_at: string;
  };
  /** The books that an endpoint names: who follows a book is asked with every event about it. */
  webhook_books: { webhook_id: string; book_id: string; account_id: string };
  /** One event on its way to one endpoint. */
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    account_id: string;
    event_id: string;
    event_type: string;
    state: 'pending' | 'delivered' | 'failed' | 'held';
    /** All attempts, and those since it was last begun anew. */
    attempts: number;
    round_attempts: number;
    /** When a worker may take it. Null unless pending. */
    due_at: string | null;
    /** Until when it is held, a space, and by whom; null when nobody holds it. */
    lease: string | null;
    created_at: string;
    finished_at: string | null;
  };
  webhook_attempts: {
    delivery_id: string;
    number: number;
    started_at: string;
    duration_ms: number;
    /** Null when nothing answered. */
    status: number | null;
    /** Why nothing answered, in a word and in a sentence. */
    reason: string | null;
    detail: string | null;
    /** The beginning of the answer. */
    answer: string | null;
  };
}

/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface EventTables {
  /** The last position of each account's log: whoever appends holds the row until the commit. */
  event_logs: {
    account_id: string;
    position: number;
    /** Events up to this position may be gone. */
    kept_after: Generated<number>;
  };
  /** The last sequence of each thing that events are about. */
  event_sequences: { resource_id: string; sequence: number };
  /** Every account's log, without gaps: one event that concerns two accounts is in both. */
  events: {
    account_id: string;
    /** From 1, rising by 1 in the order of commits. */
    position: number;
    id: string;
    type: string;
    /** The book that it is about, if any. */
    book_id: string | null;
    /** The JSON that is signed and sent, to the byte. */
    body: string;
    created_at: string;
  };
}
