import type { BookEvents } from '../books/book-events.ts';
import type { Warning } from '../epub/contract.ts';
import type { Database } from '../db/open.ts';
import { compileBookInProcess } from './compiler.ts';
import type { ImportOptions } from './book-rows.ts';
import { sha256Hex } from './sha256.ts';
import { importStore } from './store.ts';

/** What an import made. */
export interface ImportedBook {
  bookId: string;
  title: string;
  /** False when this account had imported the very same file before: nothing was written. */
  created: boolean;
  warnings: Warning[];
}

export interface ImportContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  bookEvents: BookEvents;
}

/**
 * Makes a book of an EPUB file: compiled, then stored whole or not at all.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export async function importEpub(
  { db, now, newId, bookEvents }: ImportContext,
  epub: Uint8Array,
  options: ImportOptions,
): Promise<ImportedBook> {
  const store = importStore(db);
  const sha256 = sha256Hex(epub);
  const known = await findKnown();
  if (known) return known;

  const { rows, title, warnings } = await compileBookInProcess({
    epub,
    options,
    bookId: newId('bk'),
    versionId: newId('ver'),
    now: now(),
  });
  const { id: bookId } = rows.book;
  const isAdded = await store.add(rows, epub, (tx) => bookEvents.created(tx, bookId));
  if (isAdded) return { bookId, title, created: true, warnings };
  const winner = await findKnown();
  if (!winner) throw new Error('An import lost to another one whose book is not there.');
  return winner;

  async function findKnown(): Promise<ImportedBook | null> {
    const row = await store.findByDigest(options.accountId, sha256);
    return row && { ...row, created: false };
  }
}
