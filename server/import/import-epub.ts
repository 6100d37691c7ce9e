import type { BookEvents } from '../books/book-events.ts';
import type { Warning } from '../epub/contract.ts';
import type { Database } from '../db/open.ts';
import { storeContents } from '../db/stored-objects.ts';
import { compileBookInProcess } from './compiler.ts';
import type { ImportOptions } from './book-rows.ts';
import { sha256Hex } from './sha256.ts';
import { importStore, storeBookContents } from './store.ts';

/** Result of an import. */
export interface ImportedBook {
  bookId: string;
  title: string;
  /**
   * False if this account had already imported the same file. In that case, nothing was written.
   */
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
 * Compiles an EPUB file and stores the whole book in one transaction, after its objects if there is an object storage.
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
  const existing = await findExisting();
  if (existing) return existing;

  const { rows, title, warnings } = await compileBookInProcess({
    epub,
    options,
    bookId: newId('bk'),
    versionId: newId('ver'),
    now: now(),
  });
  const { id: bookId } = rows.book;
  const [file] = await storeContents(db, [epub]);
  if (!file) throw new Error('The file was not stored.');
  const isAdded = await store.add(await storeBookContents(db, rows), file, (tx) =>
    bookEvents.created(tx, bookId),
  );
  if (isAdded) return { bookId, title, created: true, warnings };
  const concurrent = await findExisting();
  if (!concurrent)
    throw new Error('A concurrent import of this file finished first, but its book is missing.');
  return concurrent;

  async function findExisting(): Promise<ImportedBook | null> {
    const row = await store.findByDigest(options.accountId, sha256);
    return row && { ...row, created: false };
  }
}
