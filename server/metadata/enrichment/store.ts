import type { BookEvents } from '../../books/book-events.ts';
import { readBook, allocateRevisions } from '../../books/store.ts';
import type { StoredBook } from '../../books/stored-book.ts';
import { computeWorkId } from '../../books/work-id.ts';
import type { Database } from '../../db/open.ts';
import type { MergedBook, LookupResult } from './contract.ts';

export type EnrichmentStore = ReturnType<typeof enrichmentStore>;

/** A book as it was read, so that a change of it in between is seen. */
export interface BookSnapshot {
  book: Pick<StoredBook, 'id' | 'title' | 'metadata' | 'provenance' | 'source' | 'createdAt'>;
  revision: number;
}

/** A claim that lost to another process is tried with the next of so many books. */
const claimCandidates = 20;

export function enrichmentStore(db: Database, bookEvents: BookEvents) {
  /** Ordinals up to here are known to have been asked about, by source: they are not searched again. */
  const askedUpTo = new Map<string, number>();

  return {
    /**
     * Claims a public book that a source was never asked about, or that is due again, until
     * `leaseEnd`. Private books are never told to anyone. Null: there is none.
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
      const candidates = await neverAsked(source);
      // Ordinals only rise, so what is up to the last one and was not found need not be sought again.
      if (candidates.length === 0) askedUpTo.set(source, last);
      for (const { id, ordinal } of candidates) {
        askedUpTo.set(source, ordinal - 1);
        const { numInsertedOrUpdatedRows } = await db.query
          .insertInto('enrichment_asks')
          .values({ book_id: id, source, due_at: leaseEnd.toISOString(), failures: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows) return { bookId: id, failures: 0 };
      }
      return null;
    },

    /** Ends a claim: for good, or until the book is due again. */
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

    /** Writes a merged book. False, and nothing written, when the book has changed since it was read. */
    async write({ book, revision }: BookSnapshot, merged: MergedBook, now: Date): Promise<boolean> {
      const { title, metadata, provenance } = merged;
      return db.transaction(async (tx) => {
        const next = await allocateRevisions(tx, 1);
        // Read behind the clock of all changes: nothing comes between this and the update.
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

    /** What the source answered before, unless that is too old; `undefined`: it was not asked. */
    async findCachedResult(
      source: string,
      question: string,
      now: Date,
    ): Promise<{ finding: LookupResult | null; fetchedAt: string } | undefined> {
      const row = await db.query
        .selectFrom('enrichment_answers')
        .select(['finding', 'fetched_at'])
        .where('source', '=', source)
        .where('question', '=', question)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst();
      return (
        row && { finding: parseJson<LookupResult | null>(row.finding), fetchedAt: row.fetched_at }
      );
    },

    async cacheResult(
      source: string,
      question: string,
      finding: LookupResult | null,
      { fetchedAt, expiresAt }: { fetchedAt: Date; expiresAt: Date },
    ): Promise<void> {
      const values = {
        finding: JSON.stringify(finding),
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

  function neverAsked(source: string): Promise<{ id: string; ordinal: number }[]> {
    return db.query
      .selectFrom('books')
      .select(['id', 'ordinal'])
      .where('visibility', '=', 'public')
      .where('ordinal', '>', askedUpTo.get(source) ?? 0)
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
