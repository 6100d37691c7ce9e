import type { Database } from './db/open.ts';
import { readContent, storeContents, type StoredContent } from './db/stored-objects.ts';
import { StorageError } from './storage/object-store.ts';

/** Number of rows read at a time. Sections and most images take about 10 kB. */
const batchSize = 20;

/** A table with content. Its rows belong to a version of a book or are its cover. */
interface ContentTable {
  name: 'sections' | 'resources' | 'epub_files' | 'book_covers';
  /** Reads a version's rows, in the order of their keys. */
  list(db: Database, versionId: string): Promise<ContentRow[]>;
  /** Replaces the content of a row. Has no effect if the row no longer exists. */
  update(db: Database, versionId: string, key: ContentKey, content: StoredContent): Promise<void>;
  read(db: Database, versionId: string, key: ContentKey): Promise<Uint8Array | null>;
}

/**
 * The rest of a row's key: a section's position, a resource's path, or nothing for an EPUB file.
 */
type ContentKey = string | number;

interface ContentRow {
  key: ContentKey;
  object: string | null;
}

const tables: ContentTable[] = [
  {
    name: 'sections',
    list: (db, versionId) =>
      db.query
        .selectFrom('sections')
        .select(['position as key', 'object'])
        .where('version_id', '=', versionId)
        .orderBy('position')
        .execute(),
    async update(db, versionId, key, { bytes: content, object, size }) {
      await db.query
        .updateTable('sections')
        .set({ content, object, size })
        .where('version_id', '=', versionId)
        .where('position', '=', Number(key))
        .execute();
    },
    async read(db, versionId, key) {
      const row = await db.query
        .selectFrom('sections')
        .select(['content as bytes', 'object'])
        .where('version_id', '=', versionId)
        .where('position', '=', Number(key))
        .executeTakeFirst();
      return row ? await readContent(db, row) : null;
    },
  },
  {
    name: 'resources',
    list: (db, versionId) =>
      db.query
        .selectFrom('resources')
        .select(['path as key', 'object'])
        .where('version_id', '=', versionId)
        .orderBy('path')
        .execute(),
    async update(db, versionId, key, content) {
      await db.query
        .updateTable('resources')
        .set(content)
        .where('version_id', '=', versionId)
        .where('path', '=', String(key))
        .execute();
    },
    async read(db, versionId, key) {
      const row = await db.query
        .selectFrom('resources')
        .select(['bytes', 'object'])
        .where('version_id', '=', versionId)
        .where('path', '=', String(key))
        .executeTakeFirst();
      return row ? await readContent(db, row) : null;
    },
  },
  {
    name: 'epub_files',
    async list(db, versionId) {
      const row = await db.query
        .selectFrom('epub_files')
        .select('object')
        .where('version_id', '=', versionId)
        .executeTakeFirst();
      return row ? [{ key: '', object: row.object }] : [];
    },
    async update(db, versionId, _key, content) {
      await db.query
        .updateTable('epub_files')
        .set(content)
        .where('version_id', '=', versionId)
        .execute();
    },
    async read(db, versionId) {
      const row = await db.query
        .selectFrom('epub_files')
        .select(['bytes', 'object'])
        .where('version_id', '=', versionId)
        .executeTakeFirst();
      return row ? await readContent(db, row) : null;
    },
  },
  {
    name: 'book_covers',
    async list(db, coverId) {
      const row = await db.query
        .selectFrom('book_covers')
        .select('object')
        .where('id', '=', coverId)
        .executeTakeFirst();
      return row ? [{ key: '', object: row.object }] : [];
    },
    async update(db, coverId, _key, content) {
      await db.query.updateTable('book_covers').set(content).where('id', '=', coverId).execute();
    },
    async read(db, coverId) {
      const row = await db.query
        .selectFrom('book_covers')
        .select(['bytes', 'object'])
        .where('id', '=', coverId)
        .executeTakeFirst();
      return row ? await readContent(db, row) : null;
    },
  },
];

export interface MoveReport {
  versions: number;
  /** Number of rows whose content was moved. Excludes content that was already in place. */
  moved: number;
  bytes: number;
}

/**
 * Moves the content of all books from the database to object storage, or back. Servers can keep
 * running. An interrupted move continues where it stopped, because each row's content is moved in
 * one statement.
 *
 * @param onVersion - Called after each version of a book.
 * @throws StorageError
 */
export async function moveContents(
  db: Database,
  to: 'storage' | 'database',
  onVersion: (report: MoveReport) => void = () => undefined,
): Promise<MoveReport> {
  const report: MoveReport = { versions: 0, moved: 0, bytes: 0 };
  for await (const { versionId } of allVersions(db)) {
    for (const table of tables) {
      const rows = await table.list(db, versionId);
      const due = rows.filter(({ object }) => (object === null) === (to === 'storage'));
      for (const { key } of due) {
        const bytes = await table.read(db, versionId, key);
        if (!bytes) continue;
        const [content] =
          to === 'storage'
            ? await storeContents(db, [bytes], () => new Date())
            : [{ bytes, object: null, size: null }];
        if (content) await table.update(db, versionId, key, content);
        report.moved += 1;
        report.bytes += bytes.length;
      }
    }
    if (!versionId.startsWith('cov_')) report.versions += 1;
    onVersion(report);
  }
  return report;
}

export interface StoredContentProblem {
  bookId: string;
  versionId: string;
  /** Table and key of the row, such as `resources images/cover.jpg`. */
  content: string;
  message: string;
}

export interface CheckReport {
  versions: number;
  objects: number;
  bytes: number;
  problems: StoredContentProblem[];
}

/** Reads every object that a row references, and compares it with its hash. */
export async function checkContents(db: Database): Promise<CheckReport> {
  const report: CheckReport = { versions: 0, objects: 0, bytes: 0, problems: [] };
  for await (const { bookId, versionId } of allVersions(db)) {
    for (const table of tables) {
      for (const { key, object } of await table.list(db, versionId)) {
        if (object === null) continue;
        report.objects += 1;
        try {
          const bytes = await table.read(db, versionId, key);
          report.bytes += bytes?.length ?? 0;
        } catch (error) {
          if (!(error instanceof StorageError)) throw error;
          const content = `${table.name} ${key}`.trimEnd();
          report.problems.push({ bookId, versionId, content, message: error.message });
        }
      }
    }
    if (!versionId.startsWith('cov_')) report.versions += 1;
  }
  return report;
}

/** The versions and uploaded covers of all books, including replaced ones. */
async function* allVersions(db: Database): AsyncIterable<{ bookId: string; versionId: string }> {
  for (const table of ['book_covers', 'book_versions'] as const) yield* allOf(db, table);
}

async function* allOf(
  db: Database,
  table: 'book_covers' | 'book_versions',
): AsyncIterable<{ bookId: string; versionId: string }> {
  for (let last = ''; ;) {
    const rows = await db.query
      .selectFrom(table)
      .select(['id', 'book_id'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { id, book_id } of rows) yield { bookId: book_id, versionId: id };
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
