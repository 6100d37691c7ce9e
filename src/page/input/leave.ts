import { ExternalLinkEvent } from '../../late-events.ts';
import { LeaveRequestEvent } from './leave-request-event.ts';
import { hasAgreed } from './outer-place.ts';

/** Links that were followed before anybody could ask, by the pages they stand on. */
const waiting = new WeakMap<HTMLElement, LeaveRequestEvent>();

/**
 * Follows a link out of the book: the page around the reader may hold it back, and the person is asked
 * before a website is opened for the first time (EPUB Reading Systems 3.3, section 3.5).
 */
export function leave(link: Element, href: string, event: Event, from: HTMLElement): void {
  if (!from.dispatchEvent(new ExternalLinkEvent(href))) return event.preventDefault();
  if (hasAgreed(href)) return;
  event.preventDefault();
  const request = new LeaveRequestEvent(href, link);
  if (from.dispatchEvent(request)) waiting.set(from, request);
}

/** The link that was followed last on the pages and that nobody has asked about; given out once. */
export function takeWaiting(from: HTMLElement): LeaveRequestEvent | null {
  const request = waiting.get(from) ?? null;
  waiting.delete(from);
  return request?.link.isConnected ? request : null;
}
