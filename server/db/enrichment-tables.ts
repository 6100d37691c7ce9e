export interface EnrichmentTables {
  /** What was asked of a source outside: one row for a book and a source, made when it is claimed. */
  enrichment_asks: {
    book_id: string;
    source: string;
    /** When it may be claimed: the end of a lease or of a pause; null when it is done. */
    due_at: string | null;
    /** Attempts that failed. */
    failures: number;
  };
  /** What a source answered to a question, so that it is asked once. */
  enrichment_answers: {
    source: string;
    /** Digest of the question. */
    question: string;
    /** `Finding` as JSON; `null` when it had nothing. */
    finding: string;
    fetched_at: string;
    expires_at: string;
  };
}
