import { type LookupFunction, isIP } from 'node:net';
import { callbackify } from 'node:util';
import { Failure } from '../failure.ts';
import { quoteValue } from '../values/quote-value.ts';
import { AttemptError } from './attempt-error.ts';
import type { ResolveHost } from './resolve-host.ts';
import { isLoopback, nonPublicReason } from './special-addresses.ts';

/** Whether loopback addresses are allowed, for development and tests. */
export interface TargetRules {
  allowLoopback: boolean;
}

/** Other protocols' ports above 1023 that the Fetch standard blocks. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/**
 * Rejects URLs that are not allowed for webhooks. `guardedLookup` checks the addresses of host
 * names.
 *
 * @param url - The URL as given by the account. Numeric hosts are checked in every notation of the
 * URL standard.
 * @throws Failure `webhook_target_refused`.
 */
export function checkTarget(url: string, { allowLoopback }: TargetRules): void {
  // URL parsers remove line breaks and tabs, so the stored URL would differ from the requested one.
  if (/[\p{Cc}\s]/u.test(url))
    throw targetRefused(
      `The URL must not contain control characters or spaces. Percent-encode them. Got ${quoteUrl(url)}.`,
    );
  const parsed = URL.parse(url);
  if (!parsed)
    throw targetRefused(
      `The URL must be absolute, such as https://shop.example/hook, got ${quoteUrl(url)}.`,
    );
  const { protocol, username, password, href } = parsed;
  const host = hostOf(parsed);
  const isLocal = isLocalhost(host) || isLoopback(host);

  if (protocol !== 'https:' && !(protocol === 'http:' && allowLoopback && isLocal)) {
    throw targetRefused(`The URL must start with https://, got ${quoteUrl(url)}.`);
  }
  if (username || password)
    throw targetRefused('The URL must not contain a user name or password.');
  if (href.includes('#'))
    throw targetRefused(
      `The URL must not have a fragment, got ${quoteValue(href.slice(href.indexOf('#')))}.`,
    );
  if (!isAllowedPort(parsed))
    throw targetRefused(
      `Port ${parsed.port} is not allowed. Use 443 or a port above 1023 that browsers allow.`,
    );
  if (isLocal) {
    if (!allowLoopback)
      throw targetRefused(
        `The URL must not refer to this server, got the host ${quoteValue(host)}.`,
      );
    return;
  }
  if (!host || host.split('.').includes(''))
    throw targetRefused(`The URL has no valid host, got ${quoteValue(host)}.`);
  const why = isIP(host) ? nonPublicReason(host) : null;
  if (why)
    throw targetRefused(
      `${host} is not a public address (${why}). Use a public endpoint. \`svc webhooks listen\` forwards events to your own machine.`,
    );
}

/**
 * DNS lookup for a socket. Runs inside `connect`, so the checked addresses are those used for the
 * connection, even if the name server returns others the next time. A single address that is not
 * public rejects the whole name with `webhook_target_refused`. A failed lookup is an `AttemptError`
 * with the reason `dns`.
 */
export function guardedLookup(
  resolve: ResolveHost,
  { allowLoopback }: TargetRules = { allowLoopback: false },
): LookupFunction {
  async function publicAddresses(hostname: string) {
    const addresses = isLocalhost(hostname)
      ? ['127.0.0.1', '::1']
      : await resolve(hostname).catch((error: unknown) => {
          throw new AttemptError(
            'dns',
            `Could not resolve ${hostname}: ${errorText(error)}`,
            error,
          );
        });
    if (addresses.length === 0) throw new AttemptError('dns', `${hostname} has no address.`);
    const why = addresses
      .filter((address) => !(allowLoopback && isLoopback(address)))
      .map(nonPublicReason)
      .find((reason) => reason !== null);
    // The message omits the address, which may belong to a private network of this server.
    if (why) throw targetRefused(`${hostname} has an address that is not public (${why}).`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }

  const look = callbackify(publicAddresses);
  return (hostname, options, callback) =>
    look(hostname, (error, addresses) => {
      if (error || options.all) return callback(error, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
}

/** Returns the host without IPv6 brackets or a trailing dot. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Names from RFC 6761, section 6.3, and common aliases. */
function isLocalhost(hostname: string): boolean {
  return /(^|\.)(localhost|localhost\.localdomain|ip6-localhost|ip6-loopback)\.?$/i.test(hostname);
}

function isAllowedPort({ port, protocol }: URL): boolean {
  if (port === '') return true;
  const number = Number(port);
  if (number < 1024) return number === (protocol === 'http:' ? 80 : 443);
  return !blockedPorts.has(number);
}

/** Omits credentials and the query, which may contain tokens. */
function quoteUrl(url: string): string {
  return quoteValue(url.replace(/\/\/[^/?#]*@/u, '//').replace(/\?[^#]*/u, ''));
}

function targetRefused(detail: string): Failure {
  return new Failure('webhook_target_refused', detail, {
    errors: [{ pointer: '/url', detail, reason: 'unreachable' }],
  });
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
