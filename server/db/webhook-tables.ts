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
    /** JSON list of book ids; empty for all books of the account. */
    book_ids: string;
    /** JSON list of `{sealed, until}`, newest first; `until` is null for the current secret. */
    secrets: string;
    enabled: number;
    disabled_reason: 'requested' | 'gone' | 'failing' | null;
    disabled_at: string | null;
    /** Time of the first failure since the last success. */
    failing_since: string | null;
    created_at: string;
    updated_at: string;
  };
  /** Book filters of webhooks, to find the followers of a book. */
  webhook_books: { webhook_id: string; book_id: string; account_id: string };
  /** Delivery of an event to a webhook. */
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    account_id: string;
    event_id: string;
    event_type: string;
    state: 'pending' | 'delivered' | 'failed' | 'held';
    /** All attempts, and those since the last manual retry. */
    attempts: number;
    round_attempts: number;
    /** When a worker may claim it; null unless pending. */
    due_at: string | null;
    /** End of the lease, a space, and its id; null if not claimed. */
    lease: string | null;
    created_at: string;
    finished_at: string | null;
  };
  webhook_attempts: {
    delivery_id: string;
    number: number;
    started_at: string;
    duration_ms: number;
    /** Null without a response. */
    status: number | null;
    /** Why there was no response: identifier and sentence. */
    reason: string | null;
    detail: string | null;
    /** First 8 KiB of the response body. */
    answer: string | null;
  };
}

/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface EventTables {
  /** Last position of each account's log; locked until the commit while an event is appended. */
  event_logs: {
    account_id: string;
    position: number;
    /** Events up to this position may have been deleted. */
    kept_after: Generated<number>;
  };
  /** Last sequence of each resource. */
  event_sequences: { resource_id: string; sequence: number };
  /** Event logs of the accounts, without gaps; an event for two accounts is in both. */
  events: {
    account_id: string;
    /** Starts at 1, rises by 1 in the order of commits. */
    position: number;
    id: string;
    type: string;
    /** Related book, if any. */
    book_id: string | null;
    /** The exact JSON that is signed and sent. */
    body: string;
    created_at: string;
  };
}
