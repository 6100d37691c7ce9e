import ipaddr from 'ipaddr.js';
import { Failure, type FailureCode } from '../failure.ts';
import { windowLimit } from './window-limit.ts';

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

export const noEmbedLimit: EmbedLimit = () => undefined;

function retryLater(code: FailureCode, message: string, waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Failure(code, message, { headers: { 'Retry-After': String(seconds) } });
}
