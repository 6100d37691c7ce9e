import { sql } from 'kysely';
import { computeWorkId } from '../books/work-id.ts';
import { allocateRevisions, lockOwnedBook, parseMetadata, readBook } from '../books/store.ts';
import type { BookMetadata, StoredBook } from '../books/stored-book.ts';
import type { Database, Queries } from '../db/open.ts';
import { storeContents, type StoredContent } from '../db/stored-objects.ts';
import type { Warning } from '../epub/contract.ts';
import { Failure } from '../failure.ts';
import { mergeMetadata } from '../metadata/enrichment/merge-metadata.ts';
import { shownVisibility } from '../values/environment.ts';
import type { BookRows } from './book-rows.ts';
import { compileBookInProcess } from './compiler.ts';
import type { ImportContext } from './import-epub.ts';
import { importStore, insertContent, storeBookContents, type StoredBookRows } from './store.ts';
import { sha256Hex } from './sha256.ts';

/** A book after its file was replaced. */
export interface NewEdition {
  title: string;
  warnings: Warning[];
}

/**
 * Compiles an EPUB file as a new edition of a book. Values from the file replace those from sources
 * with lower precedence, so manually edited values remain. Open readers can read the previous text
 * until retention deletes it.
 *
 * @returns A function that replaces the text in one transaction of the given database.
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`, `conflict` if a book of the
 * account has this file.
 */
export async function prepareEdition(
  { db, now, newId, bookEvents }: ImportContext,
  epub: Uint8Array,
  accountId: string,
  { id: bookId, visibility }: Pick<StoredBook, 'id' | 'visibility'>,
): Promise<(target: Database) => Promise<NewEdition>> {
  const sha256 = sha256Hex(epub);
  await requireNewFile(db);
  const { rows, warnings } = await compileBookInProcess({
    epub,
    options: { accountId, visibility: shownVisibility(visibility) },
    bookId,
    versionId: newId('ver'),
    now: now(),
  });
  const stored = await storeBookContents(db, rows, now);
  const [file] = await storeContents(db, [epub], now);
  if (!file) throw new Error('The file was not stored.');
  return async (target) =>
    target.transaction(async (tx) => {
      await lockOwnedBook(tx, target.engine, accountId, bookId);
      const before = await readBook(tx, bookId);
      if (!before) throw new Error(`Book ${bookId} disappeared while it was locked.`);
      checkSample(before, rows);
      await requireNewFile({ ...target, query: tx });
      await replaceVersion(tx, before, stored, file, now());
      const title = await updateRecord(tx, before, rows, now());
      await bookEvents.updated(tx, before);
      return { title, warnings };
    });

  async function requireNewFile(target: Database): Promise<void> {
    const known = await importStore(target).findByDigest(accountId, sha256);
    if (!known) return;
    throw new Failure(
      'conflict',
      known.bookId === bookId
        ? 'This book already has the text of this file.'
        : `The book “${known.title}” already has the text of this file.`,
    );
  }
}

/** @throws Failure `conflict` if the sample lists sections that the new text lacks. */
function checkSample({ metadata: { access } }: StoredBook, { version }: BookRows): void {
  if (!access || !('sections' in access)) return;
  const { readingOrder }: { readingOrder: { href: string }[] } = JSON.parse(version.outline);
  const paths = new Set(readingOrder.map(({ href }) => href));
  const missing = access.sections.find(
    (path) => !paths.has(path) && !path.startsWith('chapters/ch_'),
  );
  if (missing === undefined) return;
  throw new Failure(
    'conflict',
    `The sample contains section ${missing}, which the new file lacks. Change the sample first.`,
  );
}

async function replaceVersion(
  tx: Queries,
  { versionId }: StoredBook,
  rows: StoredBookRows,
  file: StoredContent,
  now: Date,
): Promise<void> {
  if (versionId !== null) {
    await tx
      .updateTable('book_versions')
      .set({ sha256: sql`sha256 || ':' || id`, replaced_at: now.toISOString() })
      .where('id', '=', versionId)
      .execute();
    await tx.deleteFrom('epub_files').where('version_id', '=', versionId).execute();
    await tx.deleteFrom('recompilations').where('version_id', '=', versionId).execute();
  }
  await tx.insertInto('book_versions').values(rows.version).execute();
  await tx
    .insertInto('epub_files')
    .values({ version_id: rows.version.id, ...file })
    .execute();
  await insertContent(tx, rows);
}

/**
 * How a new file changes each field. `text` describes the text, so it always belongs to the current
 * file. `source` is set by the file unless a value with higher precedence exists.
 */
const fieldUpdates: Record<keyof BookMetadata, 'text' | 'source' | 'kept'> = {
  titleDirection: 'text',
  layout: 'text',
  readingProgression: 'text',
  accessibility: 'text',
  readability: 'text',
  readingMinutes: 'text',
  languageOfText: 'text',
  subtitle: 'source',
  contributors: 'source',
  languages: 'source',
  description: 'source',
  subjects: 'source',
  identifiers: 'source',
  publisher: 'source',
  publishedAt: 'source',
  series: 'source',
  rights: 'source',
  pageCount: 'source',
  coverUrl: 'kept',
  otherNames: 'kept',
  price: 'kept',
  access: 'kept',
  buyUrl: 'kept',
};

/** Returns the fields that a new file changes in this way. */
function fieldsOf(metadata: BookMetadata, update: 'text' | 'source'): Partial<BookMetadata> {
  const changed = new Map(Object.entries(fieldUpdates));
  return Object.fromEntries(
    Object.entries(metadata).filter(([field]) => changed.get(field) === update),
  );
}

/** @returns The book's title. */
async function updateRecord(
  tx: Queries,
  before: StoredBook,
  { book, version }: BookRows,
  now: Date,
): Promise<string> {
  const found = parseMetadata(book.metadata);
  const computed: StoredBook['provenance'] = JSON.parse(book.provenance);
  const source = { source: 'epub', fetchedAt: now.toISOString(), confidence: 1 } as const;
  const values = { title: book.title, ...fieldsOf(found, 'source') };
  const merged = mergeMetadata(before, { ...source, values }) ?? before;
  const metadata: BookMetadata = { ...merged.metadata, ...fieldsOf(found, 'text') };
  const { title } = merged;
  const provenance = { ...computed, ...merged.provenance };
  const revision = await allocateRevisions(tx, 1);
  await tx
    .updateTable('books')
    .set({
      title,
      metadata: JSON.stringify(metadata),
      provenance: JSON.stringify(provenance),
      work_id: computeWorkId(title, metadata),
      word_count: book.word_count,
      version_id: version.id,
      revision,
      updated_at: now.toISOString(),
    })
    .where('id', '=', before.id)
    .execute();
  await tx.deleteFrom('book_identifiers').where('book_id', '=', before.id).execute();
  const rows = metadata.identifiers.map((one) => ({ book_id: before.id, ...one }));
  if (rows.length > 0) await tx.insertInto('book_identifiers').values(rows).execute();
  return title;
}
