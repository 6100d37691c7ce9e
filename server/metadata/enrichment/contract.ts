import type { WorkReference } from './match-score.ts';
import type { Provenance } from '../../books/contract.ts';
import type { BookMetadata, StoredBook } from '../../books/stored-book.ts';

/** Data about a book that is sent to a source: only its title, authors and identifiers. */
export interface LookupQuery extends WorkReference {
  /** ISBNs with thirteen digits. */
  isbns: string[];
}

/** Metadata found by a source, with the confidence (0 to 1) that it is the same book. */
export interface LookupResult {
  values: MetadataValues;
  confidence: number;
}

/** An external metadata source. */
export interface MetadataSource {
  name: 'openlibrary' | 'googlebooks';
  /**
   * Looks up a book. Returns null if the source has no record that certainly describes this book.
   *
   * @throws SourceError if the source does not respond or its response is invalid.
   */
  lookUp(query: LookupQuery, signal: AbortSignal): Promise<LookupResult | null>;
}

/** The source did not respond or its response is invalid. Retry later. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Delay requested by the source. */
  readonly retryAfterMs: number | null;

  constructor(message: string, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Metadata from a source, by field. A missing field means that the source has no value. */
export type MetadataValues = Partial<
  { title: string } & Pick<
    BookMetadata,
    | 'subtitle'
    | 'contributors'
    | 'languages'
    | 'description'
    | 'subjects'
    | 'identifiers'
    | 'publisher'
    | 'publishedAt'
    | 'series'
    | 'rights'
    | 'pageCount'
    | 'coverUrl'
  >
>;

/** Metadata from one source at one time. */
export interface SourcedMetadata extends Provenance {
  values: MetadataValues;
}

/** The fields of a stored book that enrichment changes. */
export type MergedBook = Pick<StoredBook, 'title' | 'metadata' | 'provenance'>;
