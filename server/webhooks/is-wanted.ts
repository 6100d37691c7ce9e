import type { EventType } from '../events/contract.ts';

/** What an endpoint asked for. */
export interface Wishes {
  webhookId: string;
  events: readonly string[];
  bookIds: readonly string[];
}

/** As much of an event as says who wants it. */
export interface Happening {
  type: EventType;
  resourceId: string;
  bookId: string | null;
  /** Whether it is an event of the endpoint's own account. */
  isOwn: boolean;
}

/** Whether an event goes to an endpoint of the account in whose log it is. */
export function isWanted({ webhookId, events, bookIds }: Wishes, event: Happening): boolean {
  // A test is of one endpoint, whatever it asked for.
  if (event.type === 'ping') return event.resourceId === webhookId;
  if (!events.includes('*') && !events.includes(event.type)) return false;
  if (event.bookId !== null && bookIds.includes(event.bookId)) {
    return event.isOwn || /^(book|chapter)\./.test(event.type);
  }
  return event.isOwn && bookIds.length === 0;
}
