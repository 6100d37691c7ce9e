import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { quoteValue } from '../values/quote-value.ts';

export interface HostRules {
  /** This server's host, without a port. */
  publicHost: string;
  /** Whether names below `localhost` are accepted. For development only. */
  allowLoopback: boolean;
}

/** The normalized host, or an error. */
export type HostParseResult = { host: string } | { error: string };

/**
 * Names have at most 253 characters (RFC 1035, section 2.3.4), including the prefix `_svc-reader.`.
 */
const maxHostLength = 240;
const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Parses a domain name in any case and script, with or without a trailing dot. */
export function parseHost(text: string, { publicHost, allowLoopback }: HostRules): HostParseResult {
  const host = asciiHost(text);
  if (host === null) {
    return { error: `Must be a domain name, such as books.example.com, got ${quoteValue(text)}.` };
  }
  if (isIP(host) || /^\d+$/.test(host.split('.').at(-1) ?? '')) {
    return { error: `Must be a domain name, not an IP address, got ${quoteValue(text)}.` };
  }
  const labels = host.split('.');
  if (labels.length < 2)
    return { error: `Must be a full domain name, but ${host} has only one label.` };
  if (host === publicHost) return { error: `${host} is this server’s host.` };
  if (labels.at(-1) === 'localhost' && !allowLoopback) {
    return { error: `${host} is a loopback name.` };
  }
  return { host };
}

/**
 * Returns the lower-case ASCII form (UTS 46) of a host name, or null if it is invalid. Ports and
 * paths are invalid.
 */
export function asciiHost(text: string): string | null {
  const name = text.trim().replace(/[.。．｡]$/u, '');
  if (name.length > 253 || /[\p{Cc}\s/\\?#@:%[\]_*]/u.test(name)) return null;
  const host = domainToASCII(name);
  return host.length <= maxHostLength && host.split('.').every((one) => hostLabel.test(one))
    ? host
    : null;
}
