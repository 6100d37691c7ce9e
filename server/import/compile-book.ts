import { compilePublication } from '../epub/compile-publication.ts';
import { Failure, type FailureCode } from '../failure.ts';
import { toRows, type CompiledBook, type ImportOptions } from './compiled-book.ts';
import type { Warning } from '../epub/contract.ts';

/** What the process that compiles is asked to do. */
export interface CompileOrder {
  epub: Uint8Array;
  options: ImportOptions;
  bookId: string;
  versionId: string;
  now: Date;
}

/** A class does not survive the way between processes: a failure goes as its parts. */
export type CompileOutcome =
  | { rows: CompiledBook; title: string; warnings: Warning[] }
  | { failure: { code: FailureCode; message: string } }
  /** A fault of the compiler: its stack. */
  | { fault: string };

/** An EPUB's bytes → the rows of a book. Never throws. */
export default async function compileBook(order: CompileOrder): Promise<CompileOutcome> {
  try {
    const publication = await compilePublication(order.epub);
    const rows = await toRows(publication, order.epub, order.options, order);
    return { rows, title: publication.metadata.title, warnings: publication.warnings };
  } catch (error) {
    if (error instanceof Failure) return { failure: { code: error.code, message: error.message } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
