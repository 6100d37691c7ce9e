import { Resolver } from 'node:dns/promises';

/** Every address that a name has, of both families. Rejects when there is none to be had. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** The second try waits twice as long: both end well before the five seconds of a connection. */
const resolverOptions = { timeout: 1_000, tries: 2 };

/**
 * Asks name servers directly, not by the system's `getaddrinfo`: four slow names would hold all its
 * threads, and with them every other delivery. Names of `/etc/hosts` and search domains do not count.
 *
 * @param servers - Addresses with ports; those of the system when left out.
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
