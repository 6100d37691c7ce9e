import ipaddr from 'ipaddr.js';
import { Failure, type FailureCode } from '../failure.ts';
import { windowLimit } from './rate-limits.ts';

/**
 * Books opened per minute from one network with one publishable key. A person opens a few, and a
 * page with many embedded readers opens a few dozen.
 */
const embedsPerMinute = 60;

const windowMs = 60_000;

/**
 * Maximum number of networks, or pairs of key and network, counted at the same time. Corresponds to
 * a few megabytes.
 */
const maxTracked = 50_000;

/** Counts a request without a valid key. @throws Failure `too_many_requests`. */
export type AddressLimit = (address: string, nowMs: number) => void;

/** Limits requests per minute and network. The minute starts with the first request. */
export function addressLimit(requestsPerMinute: number): AddressLimit {
  const count = windowLimit({ limit: requestsPerMinute, windowMs, maxTracked });
  return (address, nowMs) => {
    const waitMs = count(networkPrefix(address), nowMs);
    if (waitMs === 0) return;
    throw retryLater(
      'too_many_requests',
      `More than ${requestsPerMinute} requests per minute without a valid API key. ` +
        'Send a key: Authorization: Bearer KEY.',
      waitMs,
    );
  };
}

/** Returns the network that a household shares: one IPv4 address or one IPv6 /64. */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
    : parsed.toString();
}

/** Counts a book opened with a publishable key. @throws Failure `burst`. */
export type EmbedLimit = (keyId: string, address: string, nowMs: number) => void;

/**
 * Limits opened books per minute, publishable key and network, in this process only. Anyone can
 * copy a publishable key from a page's source, so the limit caps the books that a copied key can
 * open.
 */
export function embedLimit(): EmbedLimit {
  const count = windowLimit({ limit: embedsPerMinute, windowMs, maxTracked });
  return (keyId, address, nowMs) => {
    const waitMs = count(`${keyId} ${networkPrefix(address)}`, nowMs);
    if (waitMs === 0) return;
    throw retryLater(
      'burst',
      `More than ${embedsPerMinute} books opened per minute from one IP address. Try again later.`,
      waitMs,
    );
  };
}

/**
 * Served pages per minute for one network. Search engine crawlers request a few pages per second.
 */
const pagesPerMinute = 1200;

/** Served pages per minute for one network that are not in the cache. */
const renderedPagesPerMinute = 300;

/** Counts a served page by client address. @throws Failure `burst`. */
export type PageLimit = (address: string, isCached: boolean, nowMs: number) => void;

/**
 * Limits served pages of public books per network, in this process only. They are the same for
 * everyone and count toward no quota, so pages in the cache have a higher limit.
 */
export function pageLimit(): PageLimit {
  const countAll = windowLimit({ limit: pagesPerMinute, windowMs, maxTracked });
  const countRendered = windowLimit({ limit: renderedPagesPerMinute, windowMs, maxTracked });
  return (address, isCached, nowMs) => {
    const network = networkPrefix(address);
    const waitMs = isCached ? countAll(network, nowMs) : countRendered(network, nowMs);
    if (waitMs === 0) return;
    throw retryLater(
      'burst',
      `More than ${isCached ? pagesPerMinute : renderedPagesPerMinute} pages per minute from one IP address. Try again later.`,
      waitMs,
    );
  };
}

export const noPageLimit: PageLimit = () => undefined;

export const noEmbedLimit: EmbedLimit = () => undefined;

function retryLater(code: FailureCode, message: string, waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Failure(code, message, { headers: { 'Retry-After': String(seconds) } });
}
