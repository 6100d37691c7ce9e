import { type BookEvents, bookEvents } from '../../../server/books/book-events.ts';
import { eventLog } from '../../../server/event-log.ts';
import type { TestApi } from '../harness.ts';

/** What writes down the events of books, as the app has it. */
export function bookEventsOf({ clock, making }: TestApi): BookEvents {
  const log = eventLog({ now: clock.now, newId: making.newId });
  return bookEvents(log, 'http://svc.test');
}
