import type { Database } from '../../db/open.ts';

/** Removals are kept for a day. See `prune`. */
const removalRetentionMs = 86_400_000;

/** The external index's state compared with the database. */
export interface IndexProgress {
  /** Number of changes that are not indexed yet. */
  changes: number;
  /** Last time at which all changes were indexed, in milliseconds since 1970. Null if never. */
  currentMs: number | null;
}

/** Stores the state of the external index, shared by all processes. */
export function indexerStore({ query }: Database) {
  return {
    /**
     * Claims the indexing for this process until `leaseEnd`. Returns false if another process has
     * claimed it.
     */
    async lease(holder: string, now: Date, leaseEnd: Date): Promise<boolean> {
      const { numUpdatedRows } = await query
        .updateTable('search_indexer')
        .set({ holder, lease_end: leaseEnd.toISOString() })
        .where((eb) => eb.or([eb('holder', '=', holder), eb('lease_end', '<', now.toISOString())]))
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    /** Releases the claim, so that another process can take over immediately. */
    async release(holder: string): Promise<void> {
      await query
        .updateTable('search_indexer')
        .set({ lease_end: '' })
        .where('holder', '=', holder)
        .execute();
    },

    /** @param currentAt - Current time if all changes are indexed, otherwise null. */
    async setProgress(revision: number, currentAt: Date | null): Promise<void> {
      await query
        .updateTable('search_indexer')
        .set({ revision, ...(currentAt && { current_at: currentAt.toISOString() }) })
        .execute();
    },

    async progress(): Promise<IndexProgress> {
      const row = await query
        .selectFrom('search_indexer')
        .innerJoin('book_clock', (join) => join.onTrue())
        .select(['search_indexer.revision as indexed', 'current_at', 'book_clock.revision'])
        .executeTakeFirstOrThrow();
      return {
        changes: Math.max(0, Number(row.revision) - Number(row.indexed)),
        currentMs: row.current_at === null ? null : Date.parse(row.current_at),
      };
    },

    /**
     * Removals up to this revision may have been deleted. An index without them must be filled
     * again.
     */
    async forgottenRevision(now: Date): Promise<number> {
      const { revision } = await query
        .selectFrom('book_clock_marks')
        .select((eb) => eb.fn.max('revision').as('revision'))
        .where('noted_at', '<=', new Date(now.getTime() - removalRetentionMs).toISOString())
        .executeTakeFirstOrThrow();
      return Number(revision ?? 0);
    },
  };
}
