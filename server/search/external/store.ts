import type { Database } from '../../db/open.ts';

/** Removals are kept for a day; see `prune`. */
const removalRetentionMs = 86_400_000;

/** How far the external index is behind the books. */
export interface IndexProgress {
  /** Changes that are not indexed yet. */
  changes: number;
  /** When everything was indexed last, in milliseconds since 1970, or null if never. */
  currentMs: number | null;
}

/** What the processes know of the external index. */
export function indexerStore({ query }: Database) {
  return {
    /** Makes this process the one that indexes, until `leaseEnd`. Returns whether it is. */
    async lease(holder: string, now: Date, leaseEnd: Date): Promise<boolean> {
      const { numUpdatedRows } = await query
        .updateTable('search_indexer')
        .set({ holder, lease_end: leaseEnd.toISOString() })
        .where((eb) => eb.or([eb('holder', '=', holder), eb('lease_end', '<', now.toISOString())]))
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    /** Lets another process take over at once. */
    async release(holder: string): Promise<void> {
      await query
        .updateTable('search_indexer')
        .set({ lease_end: '' })
        .where('holder', '=', holder)
        .execute();
    },

    /** @param currentAt - Set if nothing was left to index. */
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
     * Removals up to this revision may be forgotten: an index that lacks them must be filled again.
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
