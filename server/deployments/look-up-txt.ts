import { Resolver } from 'node:dns/promises';

/** The texts that stand at a name; none where there is no such name. Rejects when nobody knows. */
export type LookUpTxt = (name: string) => Promise<string[]>;

/** The second try waits twice as long. */
const patience = { timeout: 2_000, tries: 2 };

/** @param servers - Addresses of name servers, with ports; null: those of the system. */
export function lookUpTxt(servers: string[] | null): LookUpTxt {
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);

  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      // One record may be written in several parts (RFC 7208, section 3.3, has the custom).
      return records.map((parts) => parts.join('').trim());
    } catch (error) {
      if (isNotThere(error)) return [];
      throw error;
    }
  };
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(NOTFOUND|NODATA)$/.test(`${error.code}`);
}
