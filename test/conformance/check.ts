import type { Publication } from '../../server/epub/contract.ts';
import type { ReaderScreen } from './reader-screen.ts';
import type { TestBook } from './test-book.ts';

/** A test book imported with the real importer. */
export interface TestCase {
  book: TestBook;
  /** The imported publication. Fails the check if the import was rejected. */
  publication(): Publication;
  /** Error message of the importer if the import was rejected. */
  refusal: string | null;
  /** Imports another file into the same database. Returns the id of its book. */
  import(epub: Uint8Array): Promise<string>;
  /** Id of the imported book. Fails the check if the import was rejected. */
  bookId(): string;
  /** The book, open in the real component. Fails the check if the import was rejected. */
  open(shape?: Viewport): Promise<ReaderScreen>;
}

/** Size of the reader, px. */
export interface Viewport {
  width: number;
  height: number;
}

/** Replaces a result when the test does not apply. */
export interface NotApplicable {
  notApplicable: string;
}

/** Throws an error with the reason if the test fails. */
export type Check = (test: TestCase) => Promise<NotApplicable | void> | NotApplicable | void;

/** Checks by test id. */
export type Checks = Record<string, Check>;

/** @param reason - A clause that can follow “because”. */
export function notApplicable(reason: string): NotApplicable {
  return { notApplicable: reason };
}
