import { compilePublication } from '../epub/compile-publication.ts';
import { type CompileFailure, toCompileFailure } from './compile-request.ts';
import { toBookRows, type BookRows, type ImportOptions } from './book-rows.ts';
import type { Warning } from '../epub/contract.ts';

/** The compiler process's input for a book. */
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

/** Compiles an EPUB file into a book's database rows. Never throws. */
export default async function compileBook(request: CompileBookRequest): Promise<CompileBookResult> {
  try {
    const publication = await compilePublication(request.epub);
    const rows = await toBookRows(publication, request.epub, request.options, request);
    return { rows, title: publication.metadata.title, warnings: publication.warnings };
  } catch (error) {
    return toCompileFailure(error);
  }
}
