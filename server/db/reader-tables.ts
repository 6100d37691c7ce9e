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
