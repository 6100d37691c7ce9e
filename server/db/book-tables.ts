/** Timestamps are ISO 8601 UTC text, JSON is text, booleans are 0 or 1. */
export interface BookTables {
  books: {
    id: string;
    /** Null for the shared catalogue, which nobody writes through the API. */
    account_id: string | null;
    visibility: 'public' | 'private';
    title: string;
    /** Everything else the package says of the book: `BookMetadata` as JSON. */
    metadata: string;
    word_count: number | null;
    popularity: number;
    /** The text that readers get; null for a record without text. */
    version_id: string | null;
    created_at: string;
    updated_at: string;
  };
  book_identifiers: { book_id: string; scheme: string; value: string };
  book_languages: { book_id: string; language: string };
  /** Folded words of title and authors, for prefix search. */
  book_words: { word: string; book_id: string };
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
