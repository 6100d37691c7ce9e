import type { Publication } from '../../server/epub/contract.ts';
import type { ReaderScreen } from './reader-screen.ts';
import type { TestBook } from './test-book.ts';

/** A test's book, after the real importer has had it. */
export interface TestCase {
  book: TestBook;
  /** What was made of it. Fails the check where the book was refused. */
  publication(): Publication;
  /** Message of the importer where it refused the book. */
  refusal: string | null;
  /** Imports another file into the same database; returns the id of its book. */
  import(epub: Uint8Array): Promise<string>;
  /** Id of the imported book. Fails the check where it was refused. */
  bookId(): string;
  /** The book, open in the real component. Fails the check where it was refused. */
  open(shape?: Viewport): Promise<ReaderScreen>;
}

/** Room of the reader, px. */
export interface Viewport {
  width: number;
  height: number;
}

/** What stands in place of a result that cannot be had. */
export interface NotApplicable {
  notApplicable: string;
}

/** Throws where the test fails; the error's message is the reason. */
export type Check = (test: TestCase) => Promise<NotApplicable | void> | NotApplicable | void;

/** Checks by the id of their test. */
export type Checks = Record<string, Check>;

/** @param reason - A clause after “because”. */
export function notApplicable(reason: string): NotApplicable {
  return { notApplicable: reason };
}
