import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address range that is not allowed for webhooks, and why. */
export interface SpecialRange {
  range: string;
  reason: string;
}

/**
 * The complete IANA special-purpose registries of IPv4 and IPv6, including globally reachable
 * entries (which serve no webhooks), plus multicast and cloud metadata addresses.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const specialRanges: readonly SpecialRange[] = [
  { range: '0.0.0.0/8', reason: 'this network' },
  { range: '10.0.0.0/8', reason: 'private use' },
  { range: '100.64.0.0/10', reason: 'carrier-grade NAT' },
  { range: '127.0.0.0/8', reason: 'loopback' },
  { range: '168.63.129.16/32', reason: 'cloud metadata' },
  { range: '169.254.0.0/16', reason: 'link-local' },
  { range: '172.16.0.0/12', reason: 'private use' },
  { range: '192.0.0.0/24', reason: 'protocol assignments' },
  { range: '192.0.2.0/24', reason: 'documentation' },
  { range: '192.31.196.0/24', reason: 'AS112' },
  { range: '192.52.193.0/24', reason: 'multicast tunnels' },
  { range: '192.88.99.0/24', reason: '6to4 relays' },
  { range: '192.168.0.0/16', reason: 'private use' },
  { range: '192.175.48.0/24', reason: 'AS112' },
  { range: '198.18.0.0/15', reason: 'benchmarks' },
  { range: '198.51.100.0/24', reason: 'documentation' },
  { range: '203.0.113.0/24', reason: 'documentation' },
  { range: '224.0.0.0/4', reason: 'multicast' },
  { range: '240.0.0.0/4', reason: 'reserved' },
  { range: '255.255.255.255/32', reason: 'broadcast' },
  { range: '::/128', reason: 'unspecified' },
  { range: '::1/128', reason: 'loopback' },
  { range: '::/96', reason: 'IPv4-compatible' },
  { range: '::ffff:0:0/96', reason: 'IPv4-mapped' },
  { range: '::ffff:0:0:0/96', reason: 'IPv4-translated' },
  { range: '64:ff9b:1::/48', reason: 'local translation to IPv4' },
  { range: '100::/64', reason: 'discard only' },
  { range: '100:0:0:1::/64', reason: 'dummy prefix' },
  { range: '2001::/32', reason: 'Teredo' },
  { range: '2001::/23', reason: 'protocol assignments' },
  { range: '2001:db8::/32', reason: 'documentation' },
  { range: '2002::/16', reason: '6to4' },
  { range: '2620:4f:8000::/48', reason: 'AS112' },
  { range: '3ffe::/16', reason: 'returned from the 6bone' },
  { range: '3fff::/20', reason: 'documentation' },
  { range: '5f00::/16', reason: 'segment routing' },
  { range: 'fc00::/7', reason: 'unique local' },
  { range: 'fe80::/10', reason: 'link-local' },
  { range: 'fec0::/10', reason: 'site-local' },
  { range: 'ff00::/8', reason: 'multicast' },
];

const parsedRanges = specialRanges.map(({ range, reason }) => ({
  block: ipaddr.parseCIDR(range),
  reason,
}));

/** Global unicast addresses (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64 prefix (RFC 6052). The embedded IPv4 address is checked. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Returns why an address is not public, or null if it is.
 *
 * @param address - IPv4 or IPv6, in any notation. Invalid addresses count as not public.
 */
export function nonPublicReason(address: string): string | null {
  if (isIP(address) === 0) return 'not an address';
  return whyParsedIsNotPublic(ipaddr.parse(address));
}

function whyParsedIsNotPublic(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  if (address instanceof ipaddr.IPv6 && address.match(nat64)) {
    return whyParsedIsNotPublic(embeddedIn(address));
  }
  const kind = address.kind();
  const special = parsedRanges.find(
    ({ block }) => block[0].kind() === kind && address.match(block),
  );
  if (special) return special.reason;
  return address instanceof ipaddr.IPv6 && !address.match(globalUnicast) ? 'reserved' : null;
}

/** Whether an address is loopback: 127.0.0.0/8 or ::1. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

function embeddedIn(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
