import { ExternalLinkEvent } from '../../events/session-events.ts';
import { LeaveRequestEvent } from '../../events/input-events.ts';

const allowedOrigins = new Set<string>();
/** Links that were followed before anybody could ask, by the pages they stand on. */
const pendingRequests = new WeakMap<HTMLElement, LeaveRequestEvent>();

/**
 * Follows a link out of the book: the page around the reader may hold it back, and the person is asked
 * before a website is opened for the first time (EPUB Reading Systems 3.3, section 3.5).
 */
export function followExternalLink(
  link: Element,
  href: string,
  event: Event,
  from: HTMLElement,
): void {
  if (!from.dispatchEvent(new ExternalLinkEvent(href))) return event.preventDefault();
  if (isOriginAllowed(href)) return;
  event.preventDefault();
  const request = new LeaveRequestEvent(href, link);
  if (from.dispatchEvent(request)) pendingRequests.set(from, request);
}

/** The link that was followed last on the pages and that nobody has asked about; given out once. */
export function takePendingRequest(from: HTMLElement): LeaveRequestEvent | null {
  const request = pendingRequests.get(from) ?? null;
  pendingRequests.delete(from);
  return request?.link.isConnected ? request : null;
}

/** Where a link out of a book leads, as a person is told of it. */
interface ExternalTarget {
  /** The website's host, or whom another program is opened for: an address, a number. */
  name: string;
  isWebsite: boolean;
}

/** Hosts are told as the network knows them: letters that look like others give no one away. */
export function externalTarget(href: string): ExternalTarget {
  const { protocol, host, pathname } = new URL(href);
  const isWebsite = protocol === 'http:' || protocol === 'https:';
  return { name: isWebsite ? host : decodePathname(pathname), isWebsite };
}

/** Whether the person has agreed to leave for this website since the page was loaded. */
function isOriginAllowed(href: string): boolean {
  return allowedOrigins.has(new URL(href).origin);
}

/** Remembers a website; other programs are asked for each time. */
export function allowOrigin(href: string): void {
  if (externalTarget(href).isWebsite) allowedOrigins.add(new URL(href).origin);
}

function decodePathname(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
