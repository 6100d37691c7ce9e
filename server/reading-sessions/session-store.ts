import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';

/**
 * How long rows are kept. A session can be refreshed for only a day, but later requests must
 * receive an exact error.
 */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

export type SessionStore = ReturnType<typeof sessionStore>;

/** Stores reading sessions that accounts open for their own readers. */
export function sessionStore(db: Database, now: () => Date) {
  return {
    /**
     * Stores a session, which makes it possible to end it, deletes expired sessions, and returns
     * the id.
     */
    async add(id: string, accountId: string, bookId: string): Promise<string> {
      const at = now();
      return db.transaction(async (tx) => {
        const before = new Date(at.getTime() - retentionMs).toISOString();
        await tx.deleteFrom('reader_sessions').where('created_at', '<', before).execute();
        const created_at = at.toISOString();
        await tx
          .insertInto('reader_sessions')
          .values({ id, account_id: accountId, book_id: bookId, created_at, ended_at: null })
          .execute();
        return id;
      });
    },

    /**
     * Ends a session. Ending it again keeps the first end time. @throws Failure
     * `session_not_found`.
     */
    async end(accountId: string, id: string): Promise<void> {
      const row = await db.query
        .updateTable('reader_sessions')
        .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(now().toISOString())) }))
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst();
      if (!row) throw new Failure('session_not_found', `No reading session with id ${id}.`);
    },

    /** Whether the session exists and has not been ended. */
    async isOpen(id: string): Promise<boolean> {
      const row = await db.query
        .selectFrom('reader_sessions')
        .select('ended_at')
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined && row.ended_at === null;
    },
  };
}
