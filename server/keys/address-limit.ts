import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';

/** Counts a request without a usable key. Fails: `too_many_requests`. */
export type AddressLimit = (address: string, nowMs: number) => void;

const windowMs = 60_000;
/** Addresses watched at once: some megabytes. */
const watched = 50_000;

/** So many requests a minute from one address; the minute begins with the first of them. */
export function addressLimit(requestsPerMinute: number): AddressLimit {
  // Counted as a size: `max` would take the memory of all of them at once.
  const counts = new LRUCache<string, { since: number; count: number }>({
    maxSize: watched,
    sizeCalculation: () => 1,
  });
  return (address, nowMs) => {
    const network = networkOf(address);
    const known = counts.get(network);
    const current = known && nowMs - known.since < windowMs ? known : { since: nowMs, count: 0 };
    if (current.count >= requestsPerMinute) {
      const seconds = Math.max(1, Math.ceil((current.since + windowMs - nowMs) / 1000));
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
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
    : parsed.toString();
}
