import type { WorkReference } from './match-score.ts';
import type { Provenance } from '../../books/contract.ts';
import type { BookMetadata, StoredBook } from '../../books/stored-book.ts';

/** What is told to a source of a book: never more than its name and numbers. */
export interface LookupQuery extends WorkReference {
  /** ISBNs of thirteen digits. */
  isbns: string[];
}

/** What a source found, and how sure it is that it is the same book, 0 to 1. */
export interface LookupResult {
  values: MetadataValues;
  confidence: number;
}

/** A source of metadata outside. */
export interface MetadataSource {
  name: 'openlibrary' | 'googlebooks';
  /**
   * What the source has of a book; null: nothing that is surely of this book.
   *
   * @throws SourceFailure when it did not answer, or not as agreed.
   */
  lookUp(question: LookupQuery, signal: AbortSignal): Promise<LookupResult | null>;
}

/** A source that did not answer, or not as agreed: ask again later. */
export class SourceError extends Error {
  override readonly name = 'SourceFailure';
  /** The source asked for quiet, for so long. */
  readonly retryAfterMs: number | null;

  constructor(message: string, more: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

/** What a source can say of a book, by field; a field that is not there was not spoken of. */
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

/** Values that one source gave at one time. */
export interface SourcedMetadata extends Provenance {
  values: MetadataValues;
}

/** The members of a stored book that facts change. */
export type MergedBook = Pick<StoredBook, 'title' | 'metadata' | 'provenance'>;
