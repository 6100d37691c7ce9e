import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 UTC text, JSON is stored as text, and booleans are 0 or 1. */
export interface WebhookTables {
  webhooks: {
    id: string;
    account_id: string;
    url: string;
    description: string | null;
    /** JSON list of event types, or `["*"]`. */
    events: string;
    /** JSON list of book ids. Empty for all of the account's books. */
    book_ids: string;
    /** JSON list of `{sealed, until}`, newest first. `until` is null for the current secret. */
    secrets: string;
    enabled: number;
    disabled_reason: 'requested' | 'gone' | 'failing' | null;
    disabled_at: string | null;
    /** Time of the first failure since the last success. */
    failing_since: string | null;
    created_at: string;
    updated_at: string;
  };
  /** Links to the webhook portal, and the sessions that they open. */
  webhook_portals: {
    id: string;
    account_id: string;
    /** Name of the account's customer. */
    name: string;
    /** JSON list of book ids. Empty for all of the account's webhooks. */
    book_ids: string;
    token_hash: string;
    /** Null until the link is opened. */
    session_hash: string | null;
    created_at: string;
    /** End of the link or, after it was opened, of its session. */
    expires_at: string;
  };
  /** Webhooks' book filters, used to find a book's followers. */
  webhook_books: { webhook_id: string; book_id: string; account_id: string };
  /** Delivery of an event to a webhook. */
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    account_id: string;
    event_id: string;
    event_type: string;
    state: 'pending' | 'delivered' | 'failed' | 'held';
    /** Number of attempts, in total and since the last manual retry. */
    attempts: number;
    round_attempts: number;
    /** When a worker may claim it. Null unless pending. */
    due_at: string | null;
    /** End of the lease, a space, and the lease's id. Null if not claimed. */
    lease: string | null;
    created_at: string;
    finished_at: string | null;
    /** W3C Trace Context of the request that caused the event, or null if it was not traced. */
    traceparent: string | null;
  };
  webhook_attempts: {
    delivery_id: string;
    number: number;
    started_at: string;
    duration_ms: number;
    /** Null if there is no response. */
    status: number | null;
    /** Why there was no response, as an identifier and a sentence. */
    reason: string | null;
    detail: string | null;
    /** First 8 KiB of the response body. */
    answer: string | null;
    /** The header `webhook-signature`. Null in rows of earlier releases. */
    signature: string | null;
  };
}

/** Timestamps are ISO 8601 UTC text, and JSON is stored as text. */
export interface EventTables {
  /** Last position in each account's log. Locked until the commit while an event is appended. */
  event_logs: {
    account_id: string;
    position: number;
    /** Events up to this position may have been deleted. */
    kept_after: Generated<number>;
  };
  /** Each resource's last sequence number. */
  event_sequences: { resource_id: string; sequence: number };
  /** The accounts' event logs, without gaps. An event for two accounts is in both logs. */
  events: {
    account_id: string;
    /** Starts at 1 and increases by 1 in commit order. */
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
