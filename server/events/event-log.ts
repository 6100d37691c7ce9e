import type { Queries } from '../db/schema.ts';
import type { Event, NewEvent } from './contract.ts';
import { writeLogEntries } from './store.ts';

export interface EventContext {
  now: () => Date;
  newId: (prefix: string) => string;
}

/** An event in one account's log. */
export interface AccountEvent {
  accountId: string;
  id: string;
  type: NewEvent['type'];
  bookId: string | null;
  /** What it is about. */
  resourceId: string;
  /** False in the logs of those who only follow the book. */
  isOwn: boolean;
}

/** Told of every event in the transaction of its change, to write down what is to be sent. */
export type EventListener = (tx: Queries, event: AccountEvent) => Promise<void>;

/** Accounts, besides the event's own, that hear of public events about a book. */
export type FindFollowers = (tx: Queries, bookId: string) => Promise<string[]>;

/** Writes down what happens. */
export interface EventLog {
  /**
   * Writes an event into the log of its account, and of those who follow its book.
   *
   * Call it in the transaction of the change, last: the change and its event are kept together or
   * not at all, and other changes of the account wait for the commit from here on.
   */
  append(tx: Queries, event: NewEvent): Promise<void>;
}

/** @param listeners - Called for every log that an event goes to. */
export function createEventLog(
  { now, newId }: EventContext,
  listeners: { followersOf: FindFollowers; onLogged: EventListener },
): EventLog {
  return {
    async append(tx, { type, accountId, resourceId, bookId, isPublic, object, previous }) {
      const followers = isPublic && bookId ? await listeners.followersOf(tx, bookId) : [];
      const accounts = new Set([...(accountId ? [accountId] : []), ...followers]);
      if (accounts.size === 0) return;
      const id = newId('evt');
      const timestamp = now().toISOString();
      const head = { id, type, timestamp, apiVersion: 'v1' } satisfies Partial<Event>;
      const data: Event['data'] = { object, ...(previous && { previous }) };
      const sorted = [...accounts].sort();
      // First, as nobody waits for it; whoever appends to the same log waits for what comes then.
      for (const account of sorted) {
        const isOwn = account === accountId;
        await listeners.onLogged(tx, { accountId: account, id, type, bookId, resourceId, isOwn });
      }
      await writeLogEntries(tx, sorted, {
        id,
        type,
        bookId,
        resourceId,
        bodyHead: `${JSON.stringify(head).slice(0, -1)},"sequence":`,
        bodyTail: `,"data":${JSON.stringify(data)}}`,
        timestamp,
      });
    },
  };
}
