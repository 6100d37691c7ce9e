import type { WorkName } from './match-score.ts';
import type { FactValues } from './facts.ts';

/** What is told to a source of a book: never more than its name and numbers. */
export interface Question extends WorkName {
  /** ISBNs of thirteen digits. */
  isbns: string[];
}

/** What a source found, and how sure it is that it is the same book, 0 to 1. */
export interface Finding {
  values: FactValues;
  confidence: number;
}

/** A source of metadata outside. */
export interface Enricher {
  name: 'openlibrary' | 'googlebooks';
  /**
   * What the source has of a book; null: nothing that is surely of this book.
   *
   * @throws SourceFailure when it did not answer, or not as agreed.
   */
  find(question: Question, signal: AbortSignal): Promise<Finding | null>;
}

/** A source that did not answer, or not as agreed: ask again later. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** The source asked for quiet, for so long. */
  readonly retryAfterMs: number | null;

  constructor(message: string, more: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}
