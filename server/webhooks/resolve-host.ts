import { Resolver } from 'node:dns/promises';

/**
 * Returns all IPv4 and IPv6 addresses of a host name. Rejects if no name server returns an address.
 */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Timeout of the first try. The second try waits twice as long, and both end well before the
 * five-second connection timeout.
 */
const resolverOptions = { timeout: 1_000, tries: 2 };

/**
 * Queries name servers directly instead of through `getaddrinfo`, whose four threads could all be
 * blocked by slow names. Ignores `/etc/hosts` and search domains.
 *
 * @param servers - Addresses with ports. Defaults to the system's name servers.
 */
export function resolveHost(servers?: string[]): ResolveHost {
  const resolver = new Resolver(resolverOptions);
  if (servers) resolver.setServers(servers);

  return async (hostname) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const refused = answers.find((one) => one.status === 'rejected');
    if (addresses.length === 0 && refused) throw refused.reason;
    return addresses;
  };
}
