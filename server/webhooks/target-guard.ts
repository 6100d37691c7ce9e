import { type LookupFunction, isIP } from 'node:net';
import { callbackify } from 'node:util';
import { Failure } from '../failure.ts';
import { AttemptError } from './attempt-error.ts';
import type { ResolveHost } from './resolve-host.ts';
import { isLoopback, nonPublicReason } from './special-addresses.ts';

/** Whether this machine may be a target: for development and tests alone. */
export interface TargetRules {
  allowLoopback: boolean;
}

/** Ports above 1023 on which other protocols listen that could be talked to by accident: the Fetch standard's. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/**
 * Refuses an address that no webhook may have; what a name stands for is the look-up's to refuse.
 *
 * @param url - As the account gave it. Numeric hosts count in every spelling that the URL standard reads.
 * @throws Failure `webhook_target_refused`.
 */
export function checkTarget(url: string, { allowLoopback }: TargetRules): void {
  const parsed = URL.parse(url);
  if (!parsed) throw targetRefused('The address is not a URL.');
  const { protocol, username, password, href } = parsed;
  const host = hostOf(parsed);
  const isLocal = isLocalhost(host) || isLoopback(host);

  if (protocol !== 'https:' && !(protocol === 'http:' && allowLoopback && isLocal)) {
    throw targetRefused('The address must begin with https://.');
  }
  if (username || password)
    throw targetRefused('The address must not hold a user name or a password.');
  if (href.includes('#')) throw targetRefused('The address must not have a fragment.');
  if (!isAllowedPort(parsed)) throw targetRefused(`Port ${parsed.port} is not one for webhooks.`);
  if (isLocal) {
    if (!allowLoopback) throw targetRefused('The address leads to this machine.');
    return;
  }
  if (!host || host.split('.').includes('')) throw targetRefused('The address has no proper host.');
  const why = isIP(host) ? nonPublicReason(host) : null;
  if (why) throw targetRefused(`${host} is not a public address: ${why}.`);
}

/**
 * The look-up of a socket, run inside its own connect: what was checked is what is connected to, so
 * that a name server which answers differently the next time gains nothing. One address that is not
 * public refuses the name whole. Fails: `webhook_target_refused`, or an `AttemptFault` of `dns`.
 */
export function guardedLookup(
  resolve: ResolveHost,
  { allowLoopback }: TargetRules = { allowLoopback: false },
): LookupFunction {
  async function publicAddresses(hostname: string) {
    const addresses = isLocalhost(hostname)
      ? ['127.0.0.1', '::1']
      : await resolve(hostname).catch((error: unknown) => {
          throw new AttemptError('dns', `${hostname} was not found: ${errorText(error)}`, error);
        });
    if (addresses.length === 0) throw new AttemptError('dns', `${hostname} has no address.`);
    const why = addresses
      .filter((address) => !(allowLoopback && isLoopback(address)))
      .map(nonPublicReason)
      .find((reason) => reason !== null);
    // Which address it is stays untold: it may be of a network that only this server sees.
    if (why) throw targetRefused(`${hostname} has an address that is not public: ${why}.`);
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

/** Without the brackets of an IPv6 address and without the dot that ends a full name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** RFC 6761, section 6.3, and the names that systems have for the same. */
function isLocalhost(hostname: string): boolean {
  return /(^|\.)(localhost|localhost\.localdomain|ip6-localhost|ip6-loopback)\.?$/i.test(hostname);
}

function isAllowedPort({ port, protocol }: URL): boolean {
  if (port === '') return true;
  const number = Number(port);
  if (number < 1024) return number === (protocol === 'http:' ? 80 : 443);
  return !blockedPorts.has(number);
}

function targetRefused(detail: string): Failure {
  return new Failure('webhook_target_refused', detail, { errors: [{ pointer: '/url', detail }] });
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
