import { chunked } from '../../db/sql-dialect.ts';
import { sql } from 'kysely';
import type { BookEvents } from '../../books/book-events.ts';
import { type BookMetadata, emptyMetadata, type StoredBook } from '../../books/stored-book.ts';
import { readBook, allocateRevisions } from '../../books/store.ts';
import { computeWorkId } from '../../books/work-id.ts';
import type { Provenance } from '../../books/contract.ts';
import type { BookTables } from '../../db/book-tables.ts';
import type { Database, Queries } from '../../db/open.ts';
import type { CatalogueChange } from './contract.ts';
import { type BookValues, mergeRecord } from './merge-record.ts';

/** Columns that a catalog can set. Ratings are from reviews. */
type BookRow = Omit<BookTables['books'], 'rating_sum' | 'rating_count'>;
type IdentifierRow = BookTables['book_identifiers'];

/** Rows per INSERT. Each has 17 parameters, and SQLite allows 32,766. */
const rowsPerInsert = 250;

export interface WriteContext {
  source: Provenance['source'];
  now: Date;
  newId: (prefix: string) => string;
}

/** Record keys by result. */
export interface WriteResult {
  added: Set<string>;
  changed: Set<string>;
}

export function catalogueStore(db: Database, bookEvents: BookEvents) {
  return {
    /** Returns the digests of stored records, by key. */
    async findDigests(keys: string[]): Promise<Map<string, string | null>> {
      const rows = await db.query
        .selectFrom('books')
        .select(['record_key', 'record_digest'])
        .where('record_key', 'in', keys)
        .execute();
      return new Map(rows.map((row) => [row.record_key ?? '', row.record_digest]));
    },

    /**
     * Applies all changes in one transaction. Each key may occur only once. Changes that this or a
     * concurrent load has already stored are skipped and use no revision.
     */
    async write(changes: CatalogueChange[], context: WriteContext): Promise<WriteResult> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await db.transaction((tx) =>
            writeAll(tx, db.engine, changes, context, bookEvents),
          );
        } catch (error) {
          // A concurrent load has added the same record. The next attempt reads it.
          if (attempt === 3 || !isUniqueViolation(error)) throw error;
        }
      }
    },

    /** Updates the planner's statistics after many changes. */
    async analyze(): Promise<void> {
      await sql`analyze books`.execute(db.query);
      await sql`analyze book_identifiers`.execute(db.query);
    },
  };
}

async function writeAll(
  tx: Queries,
  engine: Database['engine'],
  changes: CatalogueChange[],
  context: WriteContext,
  bookEvents: BookEvents,
): Promise<WriteResult> {
  const stored = await readStored(tx, engine, changes);
  const rows: BookRow[] = [];
  const identifiers: IdentifierRow[] = [];
  const removed: StoredRow[] = [];
  const added = new Set<string>();
  const changed = new Set<string>();
  for (const change of changes) {
    const before = stored.get(change.key);
    if (change.kind === 'delete') {
      if (before) removed.push(before);
      continue;
    }
    if (before?.record_digest === change.digest) continue;
    (before ? changed : added).add(change.key);
    const { row, metadata } = toRow(change, before, context);
    rows.push(row);
    for (const one of metadata.identifiers) identifiers.push({ book_id: row.id, ...one });
  }
  for (const { record_key } of removed) changed.add(record_key ?? '');
  if (rows.length + removed.length === 0) return { added, changed };

  const existingIds = rows.filter(({ ordinal }) => ordinal !== 0).map(({ id }) => id);
  const removedIds = removed.map(({ id }) => id);
  const before = await readObservedBooks(
    tx,
    [...existingIds, ...removedIds],
    [...stored.values()],
    bookEvents,
  );
  if (existingIds.length > 0) {
    await tx.deleteFrom('book_identifiers').where('book_id', 'in', existingIds).execute();
  }
  if (removed.length > 0) {
    await tx.deleteFrom('books').where('id', 'in', removedIds).execute();
  }
  let revision = await allocateRevisions(tx, rows.length + removed.length);
  for (const row of rows) {
    row.revision = revision++;
    // A book's ordinal never changes.
    row.ordinal ||= row.revision;
  }
  for (const some of chunked(rows, rowsPerInsert)) await upsertBooks(tx, some);
  for (const some of chunked(identifiers, rowsPerInsert)) {
    await tx.insertInto('book_identifiers').values(some).execute();
  }
  const removals = removed.map(({ ordinal }) => ({ revision: revision++, ordinal }));
  for (const some of chunked(removals, rowsPerInsert))
    await tx.insertInto('book_removals').values(some).execute();
  for (const book of before) {
    if (removedIds.includes(book.id)) await bookEvents.deleted(tx, book);
    else await bookEvents.updated(tx, book);
  }
  return { added, changed };
}

/**
 * Reads the batch's books whose changes trigger webhooks. Reading all books in full would be
 * wasteful.
 */
async function readObservedBooks(
  tx: Queries,
  ids: string[],
  stored: StoredRow[],
  bookEvents: BookEvents,
): Promise<StoredBook[]> {
  const observedIds = new Set(await bookEvents.withWebhooks(tx, ids));
  const ownedIds = new Set(
    stored.filter(({ account_id }) => account_id !== null).map(({ id }) => id),
  );
  const books: StoredBook[] = [];
  for (const id of ids) {
    const book = observedIds.has(id) || ownedIds.has(id) ? await readBook(tx, id) : null;
    if (book) books.push(book);
  }
  return books;
}

type StoredRow =
  Awaited<ReturnType<typeof readStored>> extends Map<string, infer Row> ? Row : never;

async function readStored(tx: Queries, engine: Database['engine'], changes: CatalogueChange[]) {
  const rows = await tx
    .selectFrom('books')
    .select(['id', 'title', 'metadata', 'provenance', 'word_count', 'popularity', 'ordinal'])
    .select(['record_key', 'record_digest', 'created_at', 'version_id', 'account_id', 'visibility'])
    .where(
      'record_key',
      'in',
      changes.map(({ key }) => key),
    )
    .orderBy('id')
    // SQLite always has only one writer.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute();
  return new Map(rows.map((row) => [row.record_key ?? '', row]));
}

function toRow(
  { key, record, digest }: Extract<CatalogueChange, { kind: 'put' }>,
  before: StoredRow | undefined,
  { source, now, newId }: WriteContext,
): { row: BookRow; metadata: BookMetadata } {
  const at = now.toISOString();
  const values: BookValues = before
    ? mergeRecord(toValues(before), record, source)
    : {
        ...record,
        metadata: { ...emptyMetadata, ...record.metadata },
        popularity: record.popularity ?? 0,
        provenance: {},
      };
  const row = {
    id: before?.id ?? newId('bk'),
    account_id: before?.account_id ?? null,
    visibility: before?.visibility ?? 'public',
    title: values.title,
    metadata: JSON.stringify(values.metadata),
    provenance: JSON.stringify(values.provenance),
    work_id: computeWorkId(values.title, values.metadata),
    source,
    record_key: key,
    record_digest: digest,
    word_count: values.wordCount,
    popularity: values.popularity,
    version_id: before?.version_id ?? null,
    ordinal: before?.ordinal ?? 0,
    revision: 0,
    created_at: before?.created_at ?? at,
    updated_at: at,
  };
  return { row, metadata: values.metadata };
}

function toValues(row: StoredRow): BookValues {
  return {
    title: row.title,
    metadata: JSON.parse(row.metadata) as BookMetadata,
    wordCount: row.word_count,
    popularity: row.popularity,
    provenance: JSON.parse(row.provenance) as BookValues['provenance'],
  };
}

/** Inserts new books and updates changed ones in one statement. */
async function upsertBooks(tx: Queries, rows: BookRow[]): Promise<void> {
  await tx
    .insertInto('books')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        metadata: eb.ref('excluded.metadata'),
        provenance: eb.ref('excluded.provenance'),
        work_id: eb.ref('excluded.work_id'),
        source: eb.ref('excluded.source'),
        record_digest: eb.ref('excluded.record_digest'),
        word_count: eb.ref('excluded.word_count'),
        popularity: eb.ref('excluded.popularity'),
        revision: eb.ref('excluded.revision'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** SQLSTATE 23505 unique_violation. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
