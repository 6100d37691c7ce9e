import { sql } from 'kysely';
import { allocateRevisions } from '../books/store.ts';
import type { Database } from '../db/open.ts';
import { readContent } from '../db/stored-objects.ts';
import { compilerVersion } from '../epub/compiler-version.ts';
import type { BookRows } from './book-rows.ts';
import { insertContent, storeBookContents } from './store.ts';
import { shownVisibility } from '../values/environment.ts';

/** A version to recompile. */
export interface ClaimedVersion {
  versionId: string;
  bookId: string;
  accountId: string;
  title: string;
  visibility: 'public' | 'private';
  /** Failed attempts with the current compiler. */
  failures: number;
}

export type RecompilationStore = ReturnType<typeof recompilationStore>;

/** Stores attempts to recompile versions whose content an older compiler produced. */
export function recompilationStore(db: Database) {
  return {
    /**
     * Claims an outdated version until `leaseEnd`. A version without its EPUB file is never
     * claimed. Null if none is due.
     *
     * @param bookIds - The books to choose from, or null for all.
     */
    async claim(
      now: Date,
      leaseEnd: Date,
      bookIds: readonly string[] | null,
    ): Promise<ClaimedVersion | null> {
      const due = now.toISOString();
      for (;;) {
        const found = await db.query
          .selectFrom('book_versions as version')
          .innerJoin('books', 'books.version_id', 'version.id')
          .innerJoin('epub_files', 'epub_files.version_id', 'version.id')
          .leftJoin('recompilations as attempt', (join) =>
            join
              .onRef('attempt.version_id', '=', 'version.id')
              .on('attempt.compiler_version', '=', compilerVersion),
          )
          .select(['version.id', 'version.book_id', 'version.account_id'])
          .select(['books.title', 'books.visibility', 'attempt.failures'])
          .where('version.replaced_at', 'is', null)
          .where('version.compiler_version', '<', compilerVersion)
          .where((eb) =>
            eb.or([eb('attempt.version_id', 'is', null), eb('attempt.due_at', '<=', due)]),
          )
          .$if(bookIds !== null, (query) => query.where('version.book_id', 'in', bookIds ?? []))
          .orderBy('version.id')
          .limit(1)
          .executeTakeFirst();
        if (!found) return null;
        const { numInsertedOrUpdatedRows } = await db.query
          .insertInto('recompilations')
          .values({
            version_id: found.id,
            compiler_version: compilerVersion,
            due_at: leaseEnd.toISOString(),
            failures: 0,
            message: null,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['version_id', 'compiler_version'])
              .doUpdateSet({ due_at: leaseEnd.toISOString() })
              .where('recompilations.due_at', '<=', due),
          )
          .executeTakeFirst();
        // Another process may have claimed it in between.
        if (!numInsertedOrUpdatedRows) continue;
        const { id, book_id, account_id, title, visibility, failures } = found;
        const claimed = {
          versionId: id,
          bookId: book_id,
          accountId: account_id,
          title,
          visibility: shownVisibility(visibility),
        };
        return { ...claimed, failures: failures ?? 0 };
      }
    },

    /** Extends a claim that was not released, or taken over after a failure. */
    async renew(
      { versionId, failures }: Pick<ClaimedVersion, 'versionId' | 'failures'>,
      leaseEnd: Date,
    ): Promise<void> {
      await db.query
        .updateTable('recompilations')
        .set({ due_at: leaseEnd.toISOString() })
        .where('version_id', '=', versionId)
        .where('compiler_version', '=', compilerVersion)
        .where('failures', '=', failures)
        .where('due_at', 'is not', null)
        .execute();
    },

    async epub(versionId: string): Promise<Uint8Array | null> {
      const row = await db.query
        .selectFrom('epub_files')
        .select(['bytes', 'object'])
        .where('version_id', '=', versionId)
        .executeTakeFirst();
      return row ? await readContent(db, row) : null;
    },

    /**
     * Makes the compiled content the current version of the book, in one transaction. Keeps the
     * title and other metadata, because the publisher may have changed them. The replaced version
     * remains readable until retention deletes it.
     *
     * @returns False if the book was removed or got another version in the meantime.
     */
    async replace(versionId: string, rows: BookRows, now: () => Date): Promise<boolean> {
      const compiled = await storeBookContents(db, rows, now);
      const { version, book } = compiled;
      return db.transaction(async (tx) => {
        const current = await tx
          .updateTable('book_versions')
          .set({ sha256: sql`sha256 || ':' || id`, replaced_at: now().toISOString() })
          .where('id', '=', versionId)
          .where('replaced_at', 'is', null)
          .executeTakeFirst();
        if (current.numUpdatedRows === 0n) return false;
        await tx.insertInto('book_versions').values(version).execute();
        await tx
          .updateTable('epub_files')
          .set({ version_id: version.id })
          .where('version_id', '=', versionId)
          .execute();
        await insertContent(tx, compiled);
        await tx.deleteFrom('recompilations').where('version_id', '=', versionId).execute();
        const revision = await allocateRevisions(tx, 1);
        await tx
          .updateTable('books')
          .set({ version_id: version.id, word_count: book.word_count, revision })
          .where('id', '=', version.book_id)
          .execute();
        return true;
      });
    },

    /** Ends a claim until `dueAt`, or for this compiler version if `dueAt` is null. */
    async release(
      versionId: string,
      {
        dueAt,
        failures,
        message,
      }: { dueAt: Date | null; failures: number; message: string | null },
    ): Promise<void> {
      await db.query
        .updateTable('recompilations')
        .set({ due_at: dueAt?.toISOString() ?? null, failures, message })
        .where('version_id', '=', versionId)
        .where('compiler_version', '=', compilerVersion)
        .execute();
    },

    /**
     * Marks current versions to be recompiled, regardless of their compiler and earlier failures.
     */
    async markOutdated(bookIds: readonly string[] | null): Promise<void> {
      await db.transaction(async (tx) => {
        const versions = tx
          .selectFrom('book_versions')
          .select('id')
          .where('replaced_at', 'is', null)
          .$if(bookIds !== null, (query) => query.where('book_id', 'in', bookIds ?? []));
        await tx.deleteFrom('recompilations').where('version_id', 'in', versions).execute();
        await tx
          .updateTable('book_versions')
          .set({ compiler_version: 0 })
          .where('id', 'in', versions)
          .execute();
      });
    },

    /**
     * Returns the first time after `after` at which a claim or a pause between attempts ends, or
     * null.
     *
     * @param bookIds - The books to choose from, or null for all.
     */
    async nextDue(after: Date, bookIds: readonly string[] | null): Promise<Date | null> {
      const { due } = await db.query
        .selectFrom('recompilations as attempt')
        .innerJoin('book_versions as version', 'version.id', 'attempt.version_id')
        .select((eb) => eb.fn.min('attempt.due_at').as('due'))
        .where('attempt.compiler_version', '=', compilerVersion)
        .where('attempt.due_at', '>', after.toISOString())
        .where('version.replaced_at', 'is', null)
        .$if(bookIds !== null, (query) => query.where('version.book_id', 'in', bookIds ?? []))
        .executeTakeFirstOrThrow();
      return due ? new Date(due) : null;
    },

    /** Number of current versions that an older compiler produced. */
    async countOutdated(): Promise<number> {
      const { count } = await db.query
        .selectFrom('book_versions')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('replaced_at', 'is', null)
        .where('compiler_version', '<', compilerVersion)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
