import type { Database } from '../db/open.ts';
import { Event } from '../events/contract.ts';
import { Failure } from '../failure.ts';
import type { LoggedEvent } from './contract.ts';

export type EventLogReader = ReturnType<typeof eventLogReader>;

/** Reads an account's event log in commit order. */
export function eventLogReader(db: Database) {
  return {
    /**
     * Returns the events after a position, the log's last position, and the last position up to
     * which events have been deleted.
     *
     * @param position - Null to start at the oldest stored event.
     * @throws Failure `events_not_kept`.
     */
    async readAfter(
      accountId: string,
      position: number | null,
      limit: number,
    ): Promise<{ last: number; keptAfter: number; events: LoggedEvent[] }> {
      const rows = await db.query
        .selectFrom('events')
        .select(['position', 'body'])
        .where('account_id', '=', accountId)
        .where('position', '>', (eb) =>
          position === null
            ? eb.selectFrom('event_logs').select('kept_after').where('account_id', '=', accountId)
            : eb.val(position),
        )
        .orderBy('position')
        .limit(limit)
        .execute();
      const head = await db.query
        .selectFrom('event_logs')
        .select(['position', 'kept_after'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      // Read after the events to detect events that were deleted in the meantime.
      const keptAfter = head?.kept_after ?? 0;
      if (position !== null && position < keptAfter) throw eventsNotKept(keptAfter);
      const events = rows.map(({ position: at, body }) => ({
        position: at,
        event: Event.parse(JSON.parse(body)),
      }));
      return { last: head?.position ?? 0, keptAfter, events };
    },
  };
}

function eventsNotKept(keptAfter: number): Failure {
  const detail = `Events up to position ${keptAfter} have been deleted. Continue with after=${keptAfter}.`;
  return new Failure('events_not_kept', detail, { errors: [{ parameter: 'after', detail }] });
}
