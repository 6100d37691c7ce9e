import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';

/** Books that one household opens in a minute: a person a few, a page full of readers some dozen. */
const embedsPerMinute = 60;

const embedWindowMs = 60_000;

/** Pairs of key and network watched at once: some megabytes. */
const maxTrackedPairs = 50_000;

export const noEmbedLimit: EmbedLimit = () => undefined;
/** Counts a request without a usable key. Fails: `too_many_requests`. */
export type AddressLimit = (address: string, nowMs: number) => void;

const anonymousWindowMs = 60_000;
/** Addresses watched at once: some megabytes. */
const maxTrackedNetworks = 50_000;

/** So many requests a minute from one address; the minute begins with the first of them. */
export function addressLimit(requestsPerMinute: number): AddressLimit {
  // Counted as a size: `max` would take the memory of all of them at once.
  const counts = new LRUCache<string, { since: number; count: number }>({
    maxSize: maxTrackedNetworks,
    sizeCalculation: () => 1,
  });
  return (address, nowMs) => {
    const network = networkPrefix(address);
    const known = counts.get(network);
    const current =
      known && nowMs - known.since < anonymousWindowMs ? known : { since: nowMs, count: 0 };
    if (current.count >= requestsPerMinute) {
      const seconds = Math.max(1, Math.ceil((current.since + anonymousWindowMs - nowMs) / 1000));
      throw new Failure(
        'too_many_requests',
        `Without a key, ${requestsPerMinute} requests a minute are answered. Send one: Authorization: Bearer KEY.`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
    counts.set(network, { since: current.since, count: current.count + 1 });
  };
}

/** One household has one IPv4 address or one IPv6 /64. */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
    : parsed.toString();
}

/**
 * Counts an embed of a key that stands in a page's source, in this process alone: one that was copied
 * opens 60 books a minute for each address at most. Fails: `burst`.
 */
type EmbedLimit = (keyId: string, address: string, nowMs: number) => void;

export function embedLimit(): EmbedLimit {
  // Counted as a size: `max` would take the memory of all of them at once.
  const counts = new LRUCache<string, { since: number; count: number }>({
    maxSize: maxTrackedPairs,
    sizeCalculation: () => 1,
  });
  return (keyId, address, nowMs) => {
    const pair = `${keyId} ${networkPrefix(address)}`;
    const known = counts.get(pair);
    const current =
      known && nowMs - known.since < embedWindowMs ? known : { since: nowMs, count: 0 };
    if (current.count >= embedsPerMinute) {
      const seconds = Math.max(1, Math.ceil((current.since + embedWindowMs - nowMs) / 1000));
      throw new Failure('burst', `From one address ${embedsPerMinute} books a minute are opened.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    counts.set(pair, { since: current.since, count: current.count + 1 });
  };
}
