import { PublicEvent } from './public-event.ts';
import type { EventLocator } from './reader-events.ts';

/** Access ended while the book was open, and its text was removed from the page. */
export class AccessExpiredEvent extends PublicEvent {
  static override readonly type = 'svc-access-expired';
  declare readonly bookId: string;
  /** The last reading position. */
  declare readonly locator: EventLocator | null;
  constructor(bookId: string, locator: EventLocator | null) {
    super({ bookId, locator });
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-access-expired': AccessExpiredEvent;
  }
}
