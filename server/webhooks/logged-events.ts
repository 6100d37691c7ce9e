import type { Database } from '../db/open.ts';
import { Event } from '../events/contract.ts';
import type { LoggedEvent } from './contract.ts';

export type LoggedEvents = ReturnType<typeof loggedEvents>;

/** What happened, account by account, in the order of commits. */
export function loggedEvents(db: Database) {
  return {
    /** The events behind a position, and the last position of the log. */
    async after(
      accountId: string,
      position: number,
      limit: number,
    ): Promise<{ last: number; events: LoggedEvent[] }> {
      const rows = await db.query
        .selectFrom('events')
        .select(['position', 'body'])
        .where('account_id', '=', accountId)
        .where('position', '>', position)
        .orderBy('position')
        .limit(limit)
        .execute();
      const head = await db.query
        .selectFrom('event_logs')
        .select('position')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      const events = rows.map(({ position: at, body }) => ({
        position: at,
        event: Event.parse(JSON.parse(body)),
      }));
      return { last: head?.position ?? 0, events };
    },
  };
}
