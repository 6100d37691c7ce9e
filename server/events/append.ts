import type { Queries } from '../db/schema.ts';
import type { Event, NewEvent } from './contract.ts';

export interface EventContext {
  now: () => Date;
  newId: (prefix: string) => string;
}

/** An event in one account's log. */
export interface LoggedEvent {
  accountId: string;
  id: string;
  type: NewEvent['type'];
  bookId: string | null;
  /** What it is about. */
  resourceId: string;
  /** False in the logs of those who only follow the book. */
  isOwn: boolean;
  body: string;
}

/** Told of every event in the transaction of its change, to write down what is to be sent. */
export type EventListener = (tx: Queries, event: LoggedEvent) => Promise<void>;

/** Accounts, besides the event's own, that hear of public events about a book. */
export type FollowersOf = (tx: Queries, bookId: string) => Promise<string[]>;

/** Writes down what happens. */
export interface Events {
  /**
   * Writes an event into the log of its account, and of those who follow its book.
   *
   * Call it in the transaction of the change, last: the change and its event are kept together or
   * not at all, and other changes of the account wait for the commit from here on.
   */
  append(tx: Queries, event: NewEvent): Promise<void>;
}

/** @param listeners - Called for every log that an event goes to. */
export function events(
  { now, newId }: EventContext,
  listeners: { followersOf: FollowersOf; onLogged: EventListener },
): Events {
  return {
    async append(tx, { type, accountId, resourceId, bookId, isPublic, object, previous }) {
      const followers = isPublic && bookId ? await listeners.followersOf(tx, bookId) : [];
      const accounts = new Set([...(accountId ? [accountId] : []), ...followers]);
      if (accounts.size === 0) return;
      const event: Event = {
        id: newId('evt'),
        type,
        timestamp: now().toISOString(),
        apiVersion: 'v1',
        sequence: await nextSequence(tx, resourceId),
        data: { object, ...(previous && { previous }) },
      };
      const body = JSON.stringify(event);
      // Always in the same order, so that two events never wait for each other.
      for (const account of [...accounts].sort()) {
        const position = await nextPosition(tx, account);
        const { id, timestamp } = event;
        await tx
          .insertInto('events')
          .values({
            account_id: account,
            position,
            id,
            type,
            book_id: bookId,
            body,
            created_at: timestamp,
          })
          .execute();
        const isOwn = account === accountId;
        const logged = { accountId: account, id, type, bookId, resourceId, isOwn, body };
        await listeners.onLogged(tx, logged);
      }
    },
  };
}

async function nextSequence(tx: Queries, resourceId: string): Promise<number> {
  const { sequence } = await tx
    .insertInto('event_sequences')
    .values({ resource_id: resourceId, sequence: 1 })
    .onConflict((conflict) =>
      conflict
        .column('resource_id')
        .doUpdateSet((eb) => ({ sequence: eb('event_sequences.sequence', '+', 1) })),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

async function nextPosition(tx: Queries, accountId: string): Promise<number> {
  const { position } = await tx
    .insertInto('event_logs')
    .values({ account_id: accountId, position: 1 })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((eb) => ({ position: eb('event_logs.position', '+', 1) })),
    )
    .returning('position')
    .executeTakeFirstOrThrow();
  return position;
}
