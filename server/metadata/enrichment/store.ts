import type { BookEvents } from '../../books/book-events.ts';
import { readBook, allocateRevisions } from '../../books/store.ts';
import type { StoredBook } from '../../books/stored-book.ts';
import { computeWorkId } from '../../books/work-id.ts';
import type { Database } from '../../db/open.ts';
import type { MergedBook, LookupResult } from './contract.ts';

export type EnrichmentStore = ReturnType<typeof enrichmentStore>;

/** A book with the revision at which it was read, to detect concurrent changes. */
export interface BookSnapshot {
  book: Pick<StoredBook, 'id' | 'title' | 'metadata' | 'provenance' | 'source' | 'createdAt'>;
  revision: number;
}

/** Number of candidates to try if another process claims the same book first. */
const claimCandidates = 20;

export function enrichmentStore(db: Database, bookEvents: BookEvents) {
  /**
   * For each source, the ordinal up to which all books have been looked up. The search starts after
   * it.
   */
  const lookedUpTo = new Map<string, number>();

  return {
    /**
     * Claims, until `leaseEnd`, a public book that was never looked up in the source or is due
     * again. Private books are never looked up. Returns null if no book is due.
     */
    async claim(
      source: string,
      now: Date,
      leaseEnd: Date,
    ): Promise<{ bookId: string; failures: number } | null> {
      const due = await db.query
        .selectFrom('enrichment_asks')
        .select(['book_id', 'due_at', 'failures'])
        .where('source', '=', source)
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .limit(claimCandidates)
        .execute();
      for (const { book_id: bookId, due_at: dueAt, failures } of due) {
        const { numUpdatedRows } = await db.query
          .updateTable('enrichment_asks')
          .set({ due_at: leaseEnd.toISOString() })
          .where('book_id', '=', bookId)
          .where('source', '=', source)
          .where('due_at', '=', dueAt)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return { bookId, failures };
      }
      const last = await lastOrdinal();
      const candidates = await findNeverLookedUp(source);
      // Ordinals only increase, so books up to the last ordinal need not be searched again.
      if (candidates.length === 0) lookedUpTo.set(source, last);
      for (const { id, ordinal } of candidates) {
        lookedUpTo.set(source, ordinal - 1);
        const { numInsertedOrUpdatedRows } = await db.query
          .insertInto('enrichment_asks')
          .values({ book_id: id, source, due_at: leaseEnd.toISOString(), failures: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows) return { bookId: id, failures: 0 };
      }
      return null;
    },

    /** Releases a claim permanently or until the book is due again. */
    async release(
      source: string,
      bookId: string,
      outcome: { dueAt: Date | null; failures: number },
    ): Promise<void> {
      await db.query
        .updateTable('enrichment_asks')
        .set({ due_at: outcome.dueAt?.toISOString() ?? null, failures: outcome.failures })
        .where('book_id', '=', bookId)
        .where('source', '=', source)
        .execute();
    },

    async read(bookId: string): Promise<BookSnapshot | null> {
      const row = await db.query
        .selectFrom('books')
        .select(['id', 'title', 'metadata', 'provenance', 'source', 'created_at', 'revision'])
        .where('id', '=', bookId)
        .executeTakeFirst();
      if (!row) return null;
      const { id, title, source, created_at: createdAt, revision } = row;
      const book = {
        id,
        title,
        createdAt,
        metadata: parseJson<StoredBook['metadata']>(row.metadata),
        provenance: parseJson<StoredBook['provenance']>(row.provenance),
        source: source as StoredBook['source'],
      };
      return { book, revision };
    },

    /**
     * Writes a merged book. Returns false without writing anything if the book has changed since it
     * was read.
     */
    async write({ book, revision }: BookSnapshot, merged: MergedBook, now: Date): Promise<boolean> {
      const { title, metadata, provenance } = merged;
      return db.transaction(async (tx) => {
        const next = await allocateRevisions(tx, 1);
        // `allocateRevisions` serializes all changes, so the book cannot change between this read
        // and the update.
        const before = await readBook(tx, book.id);
        if (before?.revision !== revision) return false;
        await tx
          .updateTable('books')
          .set({
            title,
            metadata: JSON.stringify(metadata),
            provenance: JSON.stringify(provenance),
            work_id: computeWorkId(title, metadata),
            revision: next,
            updated_at: now.toISOString(),
          })
          .where('id', '=', book.id)
          .execute();
        await bookEvents.updated(tx, before);
        return true;
      });
    },

    /**
     * Returns the cached result for the query, or `undefined` if there is none or it has expired.
     */
    async findCachedResult(
      source: string,
      question: string,
      now: Date,
    ): Promise<{ result: LookupResult | null; fetchedAt: string } | undefined> {
      const row = await db.query
        .selectFrom('enrichment_answers')
        .select(['finding', 'fetched_at'])
        .where('source', '=', source)
        .where('question', '=', question)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst();
      return (
        row && { result: parseJson<LookupResult | null>(row.finding), fetchedAt: row.fetched_at }
      );
    },

    async cacheResult(
      source: string,
      question: string,
      result: LookupResult | null,
      { fetchedAt, expiresAt }: { fetchedAt: Date; expiresAt: Date },
    ): Promise<void> {
      const values = {
        finding: JSON.stringify(result),
        fetched_at: fetchedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      };
      await db.query
        .insertInto('enrichment_answers')
        .values({ source, question, ...values })
        .onConflict((conflict) => conflict.columns(['source', 'question']).doUpdateSet(values))
        .execute();
    },
  };

  async function lastOrdinal(): Promise<number> {
    const { last } = await db.query
      .selectFrom('books')
      .select(({ fn }) => fn.max<number | null>('ordinal').as('last'))
      .executeTakeFirstOrThrow();
    return last ?? 0;
  }

  function findNeverLookedUp(source: string): Promise<{ id: string; ordinal: number }[]> {
    return db.query
      .selectFrom('books')
      .select(['id', 'ordinal'])
      .where('visibility', '=', 'public')
      .where('ordinal', '>', lookedUpTo.get(source) ?? 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('enrichment_asks')
              .select('enrichment_asks.book_id')
              .whereRef('enrichment_asks.book_id', '=', 'books.id')
              .where('enrichment_asks.source', '=', source),
          ),
        ),
      )
      .orderBy('ordinal')
      .limit(claimCandidates)
      .execute();
  }
}

function parseJson<T>(json: string): T {
  return JSON.parse(json) as T;
}
