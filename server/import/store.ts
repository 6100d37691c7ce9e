import { parseWarnings } from '../books/stored-book.ts';
import { allocateRevisions } from '../books/store.ts';
import type { Database, Queries } from '../db/open.ts';
import type { Warning } from '../epub/contract.ts';
import type { BookRows } from './book-rows.ts';

/** Rows of one INSERT: few enough for SQLite's 32,766 parameters and for a packet in memory. */
const rowsPerInsert = 50;

export interface ExistingBook {
  bookId: string;
  title: string;
  warnings: Warning[];
}

export function importStore(db: Database) {
  return {
    /** The book that this account made of the very same file before. */
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
     * The whole book in one transaction: readers see all of it or none. `onAdded` is the last in it.
     * False, and nothing written, when another import of the same file was faster.
     */
    async add(
      compiled: BookRows,
      epub: Uint8Array,
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
        await tx.insertInto('epub_files').values({ version_id: version.id, bytes: epub }).execute();
        for (const rows of chunked(compiled.sections)) {
          await tx.insertInto('sections').values(rows).execute();
        }
        for (const rows of chunked(compiled.styleSheets)) {
          await tx.insertInto('style_sheets').values(rows).execute();
        }
        for (const row of compiled.resources) {
          await tx.insertInto('resources').values(row).execute();
        }
        const revision = await allocateRevisions(tx, 1);
        await tx
          .insertInto('books')
          .values({ ...book, ordinal: revision, revision })
          .execute();
        for (const rows of chunked(compiled.identifiers)) {
          await tx.insertInto('book_identifiers').values(rows).execute();
        }
        await onAdded(tx);
        return true;
      });
    },
  };
}

function* chunked<Row>(rows: Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += rowsPerInsert) yield rows.slice(at, at + rowsPerInsert);
}
