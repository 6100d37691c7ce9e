import { compilePublication } from '../epub/compile-publication.ts';
import { type CompileFailure, toCompileFailure } from './compile-request.ts';
import { toBookRows, type BookRows, type ImportOptions } from './book-rows.ts';
import type { Warning } from '../epub/contract.ts';

/** What the process that compiles is asked to do. */
export interface CompileBookRequest {
  epub: Uint8Array;
  options: ImportOptions;
  bookId: string;
  versionId: string;
  now: Date;
}

export type CompileBookResult =
  | { rows: BookRows; title: string; warnings: Warning[] }
  | CompileFailure;

/** An EPUB's bytes → the rows of a book. Never throws. */
export default async function compileBook(order: CompileBookRequest): Promise<CompileBookResult> {
  try {
    const publication = await compilePublication(order.epub);
    const rows = await toBookRows(publication, order.epub, order.options, order);
    return { rows, title: publication.metadata.title, warnings: publication.warnings };
  } catch (error) {
    return toCompileFailure(error);
  }
}
