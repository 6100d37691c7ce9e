import type { Queries } from '../db/schema.ts';
import { environmentOf } from '../values/environment.ts';
import type { Event, NewEvent } from './contract.ts';
import { writeLogEntries } from './store.ts';

export interface EventContext {
  now: () => Date;
  newId: (prefix: string) => string;
}

/** An event in the log of one account. */
export interface AccountEvent {
  accountId: string;
  id: string;
  type: NewEvent['type'];
  bookId: string | null;
  /** Id of the resource. */
  resourceId: string;
  /** False in the logs of accounts that follow the book. */
  isOwn: boolean;
}

/** Called for every event in the transaction of its change, to create deliveries. */
export type EventListener = (tx: Queries, event: AccountEvent) => Promise<void>;

/**
 * Returns other accounts that receive public events about a book. Both the books and the accounts
 * are live.
 */
export type FindFollowers = (tx: Queries, bookId: string) => Promise<string[]>;

/** Appends events to accounts' logs. */
export interface EventLog {
  /**
   * Appends an event to the logs of its account and of accounts that follow its book.
   *
   * Must be the last statement in the transaction of the change. Both commit together, and the
   * account's other events wait from here until the commit.
   */
  append(tx: Queries, event: NewEvent): Promise<void>;
}

/** @param listeners - Called for every log that receives the event. */
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
      const environment = environmentOf(accountId ?? '');
      const head = {
        id,
        type,
        timestamp,
        apiVersion: 'v1',
        environment,
      } satisfies Partial<Event>;
      const data: Event['data'] = { object, ...(previous && { previous }) };
      const sorted = [...accounts].sort();
      // First because the log entries below lock the logs until the commit.
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

/**
 * Returns an event's `previous`, which contains the members of `before` that differ in `after`.
 * Compares as JSON. Ignores `updatedAt`.
 */
export function previousValues(before: object, after: object): Record<string, unknown> {
  const current = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        name !== 'updatedAt' && JSON.stringify(value) !== JSON.stringify(current.get(name)),
    ),
  );
}
