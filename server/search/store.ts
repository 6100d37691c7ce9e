import type { StoredVisibility } from '../values/environment.ts';
import type { Database } from '../db/open.ts';

/** A book in the form that the index reads. */
export interface ChangedBook {
  ordinal: number;
  revision: number;
  account_id: string | null;
  visibility: StoredVisibility;
  title: string;
  /** `BookMetadata` as JSON. */
  metadata: string;
  popularity: number;
  version_id: string | null;
  /** Number of published chapters written on this server, or null for other books. */
  chapters: number | null;
  updated_at: string;
  work_id: string;
}

export type SearchStore = ReturnType<typeof searchStore>;

/** Reads changes to the books. */
export function searchStore({ query }: Database) {
  return {
    /** Returns the last committed revision. Every change up to it can be read. */
    async revision(): Promise<number> {
      const row = await query.selectFrom('book_clock').select('revision').executeTakeFirst();
      return row?.revision ?? 0;
    },

    /** Returns books added or changed after revision `after`, earliest change first. */
    async changed(after: number, limit: number): Promise<ChangedBook[]> {
      return query
        .selectFrom('books')
        .leftJoin('serials', 'serials.book_id', 'books.id')
        .select([
          'ordinal',
          'revision',
          'account_id',
          'visibility',
          'title',
          'metadata',
          'popularity',
          'version_id',
          'chapters',
          'updated_at',
          'work_id',
        ])
        .where('revision', '>', after)
        .orderBy('revision')
        .limit(limit)
        .execute();
    },

    /** Returns the ordinals of books removed after revision `after`, up to and including `upTo`. */
    async removed(after: number, upTo: number): Promise<number[]> {
      const rows = await query
        .selectFrom('book_removals')
        .select('ordinal')
        .where('revision', '>', after)
        .where('revision', '<=', upTo)
        .execute();
      return rows.map(({ ordinal }) => ordinal);
    },
  };
}
