import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

export interface HostRules {
  /** Host that this server itself is reached at, without a port. */
  publicHost: string;
  /** Whether names below `localhost` are taken: for development. */
  allowLoopback: boolean;
}

/** The host in its one spelling, or what is wrong with it. */
export type HostParseResult = { host: string } | { error: string };

/** A name has 253 characters at most (RFC 1035, section 2.3.4): `_svc-reader.` must fit before it. */
const maxHostLength = 240;
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Reads the name of a domain as people write it: in any case and script, with or without the last dot. */
export function parseHost(text: string, { publicHost, allowLoopback }: HostRules): HostParseResult {
  const host = asciiHost(text);
  if (host === null) return { error: 'Must be the name of a domain, such as books.example.com.' };
  if (isIP(host) || /^\d+$/.test(host.split('.').at(-1) ?? '')) {
    return { error: 'Must be the name of a domain, not an address.' };
  }
  const labels = host.split('.');
  if (labels.length < 2) return { error: `Must be a whole name: ${host} has no domain.` };
  if (host === publicHost) return { error: `${host} is this service itself.` };
  if (labels.at(-1) === 'localhost' && !allowLoopback) {
    return { error: `${host} leads to this machine.` };
  }
  return { host };
}

/** Lower-case and ASCII (UTS 46); null for what is no name of a host. Ports and paths are none. */
export function asciiHost(text: string): string | null {
  const name = text.trim().replace(/[.。．｡]$/u, '');
  if (name.length > 253 || /[\p{Cc}\s/\\?#@:%[\]_*]/u.test(name)) return null;
  const host = domainToASCII(name);
  return host.length <= maxHostLength && host.split('.').every((one) => hostLabel.test(one))
    ? host
    : null;
}
