import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 UTC text, JSON is text, booleans are 0 or 1. */
export interface BookTables {
  books: {
    id: string;
    /** Null for the shared catalogue, which nobody writes through the API. */
    account_id: string | null;
    visibility: 'public' | 'private';
    title: string;
    /** Everything else that is known of the book: `BookMetadata` as JSON. */
    metadata: string;
    /** Where single fields come from when not from `source`: `Provenance` as JSON. */
    provenance: string;
    /** The same for every edition of one work. */
    work_id: string;
    /** What the record was made of: `manual`, `onix`, `epub`, `opds` or `catalogue`. */
    source: string;
    /** What names this record in the catalogue it came from, such as `gutenberg/1342`. */
    record_key: string | null;
    /** Digest of the record as the catalogue had it: the same again changes nothing. */
    record_digest: string | null;
    word_count: number | null;
    popularity: number;
    /** Sum and number of the ratings of its reviews. */
    rating_sum: Generated<number>;
    rating_count: Generated<number>;
    /** The text that readers get; null for a record without text. */
    version_id: string | null;
    /** Number of the book, given once: later books have higher ones. */
    ordinal: number;
    /** Value of `book_clock` when the book was last changed. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** The one row that every change of books advances. */
  book_clock: { id: number; revision: number };
  /** Ordinals of removed books. */
  book_removals: { revision: number; ordinal: number };
  /** What `book_clock` showed at which time. */
  book_clock_marks: { noted_at: string; revision: number };
  book_identifiers: { book_id: string; scheme: string; value: string };
  /** A compiled EPUB: immutable. One account has one version of the same file. */
  book_versions: {
    id: string;
    book_id: string;
    account_id: string;
    /** Hex digest of the EPUB file. */
    sha256: string;
    /** `VersionOutline` as JSON. */
    outline: string;
    warnings: string;
    cover_path: string | null;
    cover_width: number | null;
    cover_height: number | null;
    /** Base64. */
    cover_thumbhash: string | null;
    /** `#rrggbb`. */
    cover_color: string | null;
    created_at: string;
  };
  /** The file as it came, so that a better compiler can read it again. */
  epub_files: { version_id: string; bytes: Uint8Array };
  sections: {
    version_id: string;
    position: number;
    /** The answer `{data: Section}`, brotli-compressed, ready to be sent. */
    content: Uint8Array;
  };
  style_sheets: { version_id: string; id: string; css: string };
  resources: {
    version_id: string;
    path: string;
    media_type: string;
    bytes: Uint8Array;
  };
}

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
