import type { Generated } from 'kysely';

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
