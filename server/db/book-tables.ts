import type { Generated } from 'kysely';
import type { StoredVisibility } from '../values/environment.ts';

/** Timestamps are ISO 8601 UTC text, JSON is stored as text, and booleans are 0 or 1. */
export interface BookTables {
  books: {
    id: string;
    /** Null for the shared catalog, which the API cannot change. */
    account_id: string | null;
    /** `test`: public within the test environment that owns the book. */
    visibility: StoredVisibility;
    title: string;
    /** Other metadata, as `BookMetadata` JSON. */
    metadata: string;
    /** Sources of fields that are not from `source`, as `Provenance` JSON. */
    provenance: string;
    /** The same for all editions of a work. */
    work_id: string;
    /** Source of the record: `manual`, `onix`, `epub`, `opds` or `catalogue`. */
    source: string;
    /** The record's id in its catalog, such as `gutenberg/1342`. */
    record_key: string | null;
    /** Digest of the catalog record, used to skip unchanged records. */
    record_digest: string | null;
    word_count: number | null;
    popularity: number;
    /** Sum and number of review ratings. */
    rating_sum: Generated<number>;
    rating_count: Generated<number>;
    /** Current version of the text. Null for a record without text. */
    version_id: string | null;
    /** Unique number of the book. Later books have higher numbers. */
    ordinal: number;
    /** Value of `book_clock` at the book's last change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** A single row that every book change increments. */
  /** The part of a book's popularity that comes from usage. */
  book_usage: {
    book_id: string;
    /** Points for usage. */
    used: number;
    /** The stored popularity, including these points. */
    popularity: number;
  };
  book_clock: { id: number; revision: number };
  /** Ordinals of deleted books. */
  book_removals: { revision: number; ordinal: number };
  /** Values of `book_clock` by time. */
  book_clock_marks: { noted_at: string; revision: number };
  /** A single row with the process that fills the external search index, and its progress. */
  search_indexer: {
    id: number;
    /** Null if no process has ever filled it. */
    holder: string | null;
    /** End of the process's claim. Another process can take over after it. */
    lease_end: string;
    /** Value of `book_clock` up to which all changes are indexed. */
    revision: number;
    /** Last time at which all changes were indexed, or null if never. */
    current_at: string | null;
  };
  book_identifiers: { book_id: string; scheme: string; value: string };
  /** A compiled EPUB. Immutable, and unique per account and file. */
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
    /** `compilerVersion` of the compiler that produced the content; 0 forces recompilation. */
    compiler_version: Generated<number>;
    /** Time at which a later version replaced this one. Open readers may still use it. */
    replaced_at: string | null;
  };
  /** Attempts to recompile a version: one row per version and compiler, inserted when claimed. */
  recompilations: {
    version_id: string;
    compiler_version: number;
    /**
     * Time from which it can be claimed: the end of a lease or pause. Null after a permanent
     * failure.
     */
    due_at: string | null;
    failures: number;
    /** Message of the last failure. */
    message: string | null;
  };
  /** The original file, for recompilation. */
  epub_files: { version_id: string; bytes: Uint8Array } & ObjectColumns;
  sections: {
    version_id: string;
    position: number;
    /** The response `{data: Section}`, brotli-compressed. */
    content: Uint8Array;
  } & ObjectColumns;
  style_sheets: { version_id: string; id: string; css: string };
  resources: {
    version_id: string;
    path: string;
    media_type: string;
    bytes: Uint8Array;
  } & ObjectColumns;
  /** Covers that accounts uploaded, as JPEG. */
  book_covers: {
    id: string;
    book_id: string;
    bytes: Uint8Array;
    width: number;
    height: number;
    /** Base64. */
    thumbhash: string | null;
    /** `#rrggbb`. */
    color: string | null;
    created_at: string;
    /** Time at which it was replaced or removed. Null for the book's cover. */
    replaced_at: string | null;
  } & ObjectColumns;
  /**
   * Objects of the object storage, registered before they are stored and until they are removed.
   */
  storage_objects: {
    /** Hex SHA-256 of the bytes. */
    hash: string;
    size: number;
    /** Time since which no row has referenced this object. Null while a row references it. */
    unused_since: string | null;
    /** Time at which a process started to remove it. The object must not be used after that. */
    removing_at: Generated<string | null>;
  };
}

/** Location of a row's bytes if its own column is empty. Null if the row contains the bytes. */
interface ObjectColumns {
  /** Hex SHA-256 in the object storage. */
  object: Generated<string | null>;
  /** Length of the object. */
  size: Generated<number | null>;
}

export interface EnrichmentTables {
  /** Lookups in external sources, with one row per book and source, inserted when claimed. */
  enrichment_asks: {
    book_id: string;
    source: string;
    /** When the lookup can be claimed, which is the end of a lease or a pause. Null when done. */
    due_at: string | null;
    /** Failed attempts. */
    failures: number;
  };
  /** Cached results of external sources. */
  enrichment_answers: {
    source: string;
    /** Digest of the query. */
    question: string;
    /** `LookupResult` as JSON, or `null` without a result. */
    finding: string;
    fetched_at: string;
    expires_at: string;
  };
}
