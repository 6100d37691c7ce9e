import type { BookEvents } from '../books/book-events.ts';
import type { Warning } from '../epub/contract.ts';
import type { Database, Queries } from '../db/open.ts';
import { storeContents } from '../db/stored-objects.ts';
import { Failure } from '../failure.ts';
import type { ImportOutcome, Metrics } from '../telemetry/metrics.ts';
import { secondsSince } from '../telemetry/seconds-since.ts';
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
  metrics?: Pick<Metrics, 'import'>;
}

/**
 * Compiles an EPUB file and stores the whole book in one transaction, after its objects if object
 * storage is configured.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export async function importEpub(
  context: ImportContext,
  epub: Uint8Array,
  options: ImportOptions,
): Promise<ImportedBook> {
  const store = await prepareImport(context, epub, options);
  return store(context.db);
}

/**
 * Compiles an EPUB file, which can take minutes.
 *
 * @returns A function that stores the whole book in one transaction of the given database.
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export async function prepareImport(
  context: ImportContext,
  epub: Uint8Array,
  options: ImportOptions,
): Promise<(target: Database) => Promise<ImportedBook>> {
  const startedMs = performance.now();
  let outcome: ImportOutcome = 'failed';
  try {
    const { existing, store } = await compileNew(context, epub, options);
    outcome = existing ? 'existing' : 'created';
    return store;
  } catch (error) {
    if (error instanceof Failure) outcome = 'refused';
    throw error;
  } finally {
    context.metrics?.import(outcome, secondsSince(startedMs));
  }
}

async function compileNew(
  { db, now, newId, bookEvents }: ImportContext,
  epub: Uint8Array,
  options: ImportOptions,
): Promise<{
  existing: ImportedBook | null;
  store: (target: Database) => Promise<ImportedBook>;
}> {
  const sha256 = sha256Hex(epub);
  const existing = await findExisting(db);
  if (existing) return { existing, store: async () => existing };

  const { rows, title, warnings } = await compileBookInProcess({
    epub,
    options,
    bookId: newId('bk'),
    versionId: newId('ver'),
    now: now(),
  });
  const { id: bookId } = rows.book;
  const [file] = await storeContents(db, [epub], now);
  if (!file) throw new Error('The file was not stored.');
  const stored = await storeBookContents(db, rows, now);
  const store = async (target: Database) => {
    const onAdded = (tx: Queries) => bookEvents.created(tx, bookId);
    const isAdded = await importStore(target).add(stored, file, onAdded);
    if (isAdded) return { bookId, title, created: true, warnings };
    const concurrent = await findExisting(target);
    if (!concurrent)
      throw new Error('A concurrent import of this file finished first, but its book is missing.');
    return concurrent;
  };
  return { existing: null, store };

  async function findExisting(target: Database): Promise<ImportedBook | null> {
    const row = await importStore(target).findByDigest(options.accountId, sha256);
    return row && { ...row, created: false };
  }
}
