import type { Generated } from 'kysely';

/** Timestamps are ISO 8601 UTC text, JSON is text, booleans are 0 or 1. */
export interface BookTables {
  books: {
    id: string;
    /** Null for the shared catalogue, which the API cannot change. */
    account_id: string | null;
    visibility: 'public' | 'private';
    title: string;
    /** Other metadata: `BookMetadata` as JSON. */
    metadata: string;
    /** Sources of fields that do not come from `source`: `Provenance` as JSON. */
    provenance: string;
    /** The same for every edition of one work. */
    work_id: string;
    /** Source of the record: `manual`, `onix`, `epub`, `opds` or `catalogue`. */
    source: string;
    /** Id of the record in its catalogue, such as `gutenberg/1342`. */
    record_key: string | null;
    /** Digest of the catalogue record, to skip unchanged ones. */
    record_digest: string | null;
    word_count: number | null;
    popularity: number;
    /** Sum and number of review ratings. */
    rating_sum: Generated<number>;
    rating_count: Generated<number>;
    /** Current version of the text; null for a record without text. */
    version_id: string | null;
    /** Unique number of the book; later books have higher ones. */
    ordinal: number;
    /** Value of `book_clock` at the last change of the book. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** A single row, incremented by every change of a book. */
  book_clock: { id: number; revision: number };
  /** Ordinals of deleted books. */
  book_removals: { revision: number; ordinal: number };
  /** Values of `book_clock` by time. */
  book_clock_marks: { noted_at: string; revision: number };
  book_identifiers: { book_id: string; scheme: string; value: string };
  /** A compiled EPUB, immutable; unique per account and file. */
  book_versions: {
    id: string;
    book_id: string;
    account_id: string;
    /** Hex digest of the EPUB file; in a replaced version, followed by `:` and the version's id. */
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
    /** `compilerVersion` of the compiler that produced the content; 0 to compile it again. */
    compiler_version: Generated<number>;
    /** When a later version replaced this one, which open readers may still be using. */
    replaced_at: string | null;
  };
  /** Attempts to compile a version again: one row per version and compiler, inserted when claimed. */
  recompilations: {
    version_id: string;
    compiler_version: number;
    /** When it can be claimed: end of a lease or a pause; null after a failure that would repeat. */
    due_at: string | null;
    failures: number;
    /** Message of the last failure. */
    message: string | null;
  };
  /** The original file, for recompilation. */
  epub_files: { version_id: string; bytes: Uint8Array };
  sections: {
    version_id: string;
    position: number;
    /** The response `{data: Section}`, brotli-compressed. */
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
  /** Lookups of a book in an external source: one row per book and source, inserted when claimed. */
  enrichment_asks: {
    book_id: string;
    source: string;
    /** When it can be claimed: end of a lease or a pause; null when done. */
    due_at: string | null;
    /** Failed attempts. */
    failures: number;
  };
  /** Cached results of external sources. */
  enrichment_answers: {
    source: string;
    /** Digest of the query. */
    question: string;
    /** `LookupResult` as JSON; `null` without a result. */
    finding: string;
    fetched_at: string;
    expires_at: string;
  };
}
