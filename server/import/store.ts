import { chunked } from '../db/sql-dialect.ts';
import { parseWarnings } from '../books/stored-book.ts';
import { allocateRevisions } from '../books/store.ts';
import type { Database, Queries } from '../db/open.ts';
import type { Warning } from '../epub/contract.ts';
import { storeContents, type StoredContent } from '../db/stored-objects.ts';
import type { BookRows } from './book-rows.ts';

/** Rows per INSERT. Stays below SQLite's limit of 32,766 parameters and uses little memory. */
const rowsPerInsert = 50;

export interface ExistingBook {
  bookId: string;
  title: string;
  warnings: Warning[];
}

export function importStore(db: Database) {
  return {
    /** Returns the book that this account already created from the same file. */
    async findByDigest(accountId: string, sha256: string): Promise<ExistingBook | null> {
      const row = await db.query
        .selectFrom('book_versions')
        .innerJoin('books', 'books.id', 'book_versions.book_id')
        .select(['books.id', 'books.title', 'book_versions.warnings'])
        .where('book_versions.account_id', '=', accountId)
        .where('book_versions.sha256', '=', sha256)
        .executeTakeFirst();
      if (!row) return null;
      return { bookId: row.id, title: row.title, warnings: parseWarnings(row.warnings) };
    },

    /**
     * Stores the whole book in one transaction and calls `onAdded` last. Returns false without
     * writing anything if another import of the same file finished first.
     */
    async add(
      compiled: StoredBookRows,
      epub: Pick<StoredContent, 'bytes'> & Partial<StoredContent>,
      onAdded: (tx: Queries) => Promise<void> = async () => undefined,
    ): Promise<boolean> {
      const { book, version } = compiled;
      return db.transaction(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('book_versions')
          .values(version)
          .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return false;
        await tx
          .insertInto('epub_files')
          .values({ version_id: version.id, ...epub })
          .execute();
        await insertContent(tx, compiled);
        const revision = await allocateRevisions(tx, 1);
        await tx
          .insertInto('books')
          .values({ ...book, ordinal: revision, revision })
          .execute();
        for (const rows of chunked(compiled.identifiers, rowsPerInsert)) {
          await tx.insertInto('book_identifiers').values(rows).execute();
        }
        await onAdded(tx);
        return true;
      });
    },
  };
}

/** Rows that contain their content, or whose content is in object storage. */
export interface StoredBookRows extends Omit<BookRows, 'sections' | 'resources'> {
  sections: (BookRows['sections'][number] & Partial<Omit<StoredContent, 'bytes'>>)[];
  resources: (BookRows['resources'][number] & Partial<StoredContent>)[];
}

/**
 * Stores the content of a version outside the database if object storage is configured. Call it
 * before the transaction.
 */
export async function storeBookContents(
  db: Database,
  compiled: BookRows,
  now: () => Date,
): Promise<StoredBookRows> {
  const { sections, resources } = compiled;
  const stored = await storeContents(
    db,
    [...sections.map(({ content }) => content), ...resources.map(({ bytes }) => bytes)],
    now,
  );
  const at = (index: number): StoredContent => {
    const found = stored[index];
    if (!found) throw new Error('A content was not stored.');
    return found;
  };
  return {
    ...compiled,
    sections: sections.map((row, index) => {
      const { bytes, object, size } = at(index);
      return { ...row, content: bytes, object, size };
    }),
    resources: resources.map((row, index) => ({ ...row, ...at(sections.length + index) })),
  };
}

/** Inserts the content of a version whose row exists. */
export async function insertContent(
  tx: Queries,
  compiled: Pick<StoredBookRows, 'sections' | 'styleSheets' | 'resources'>,
): Promise<void> {
  for (const rows of chunked(compiled.sections, rowsPerInsert)) {
    await tx.insertInto('sections').values(rows).execute();
  }
  for (const rows of chunked(compiled.styleSheets, rowsPerInsert)) {
    await tx.insertInto('style_sheets').values(rows).execute();
  }
  for (const row of compiled.resources) {
    await tx.insertInto('resources').values(row).execute();
  }
}
