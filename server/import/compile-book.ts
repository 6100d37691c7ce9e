import { compilePublication } from '../epub/compile-publication.ts';
import { type Refusal, refusalOf } from './compile-order.ts';
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

export type CompileOutcome = { rows: CompiledBook; title: string; warnings: Warning[] } | Refusal;

/** An EPUB's bytes → the rows of a book. Never throws. */
export default async function compileBook(order: CompileOrder): Promise<CompileOutcome> {
  try {
    const publication = await compilePublication(order.epub);
    const rows = await toRows(publication, order.epub, order.options, order);
    return { rows, title: publication.metadata.title, warnings: publication.warnings };
  } catch (error) {
    return refusalOf(error);
  }
}
