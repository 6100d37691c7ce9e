import { ExternalLinkEvent } from '../../events/session-events.ts';
import { LeaveRequestEvent } from '../../events/input-events.ts';

const allowedOrigins = new Set<string>();

/**
 * Follows an external link unless the host page cancels the event. Requests confirmation before a
 * website is opened for the first time (EPUB Reading Systems 3.3, section 3.5).
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
  from.dispatchEvent(new LeaveRequestEvent(href, link));
}

/** An external link's target, as shown in the dialog. */
interface ExternalTarget {
  /** Website host, or the email address or phone number for other schemes. */
  name: string;
  isWebsite: boolean;
}

/** Returns a link's target. Hosts are in Punycode, which exposes lookalike letters. */
export function externalTarget(href: string): ExternalTarget {
  const { protocol, host, pathname } = new URL(href);
  const isWebsite = protocol === 'http:' || protocol === 'https:';
  return { name: isWebsite ? host : decodePathname(pathname), isWebsite };
}

/** Whether the reader has confirmed this website since the page was loaded. */
function isOriginAllowed(href: string): boolean {
  return allowedOrigins.has(new URL(href).origin);
}

/** Remembers a confirmed website. Links to other programs need confirmation each time. */
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
