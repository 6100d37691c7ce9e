import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import type { Domain } from './contract.ts';
import {
  addDomains,
  type RequestedDomain,
  claimHost,
  type DomainCheck,
  listHostsDue,
  domainNotFound,
  readDomain,
  removeDomain,
  applyDomainCheck,
} from './domain-store.ts';
import { asciiHost, type HostRules, parseHost } from './host-name.ts';
import { findDeployment, lockDeployment, deploymentNotFound } from './store.ts';
import { txtRecordName, toDomain } from './stored-deployment.ts';
import { Resolver } from 'node:dns/promises';

/** Timeout in milliseconds. The second attempt waits twice as long. */
const resolverOptions = { timeout: 2_000, tries: 2 };
export interface DomainContext {
  db: Database;
  now: () => Date;
  /** Returns bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  lookUpTxt: LookUpTxt;
  rules: HostRules;
  /** Called when a host may belong to a different deployment than before. */
  onHostsChanged: () => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long pages stay available after the record disappears, in case it was removed by mistake. */
const missingRecordGraceMs = 7 * dayMs;
/**
 * Lease of a check. It is longer than any lookup, so it ends only if the process that claimed the
 * host has failed.
 */
const leaseMs = hourMs / 6;
const recheckBatchSize = 20;

export type Domains = ReturnType<typeof domains>;

/** Adds deployments' domains, verifies them by TXT record, and rechecks them. */
export function domains({ db, now, random, lookUpTxt, rules, onHostsChanged }: DomainContext) {
  return {
    /**
     * Parses hosts as typed by people.
     *
     * @throws Failure `invalid_request` with the pointer `pointerOf(index)`.
     */
    parseHosts(hosts: readonly string[], pointerOf: (index: number) => string): RequestedDomain[] {
      const createdAt = now().toISOString();
      return hosts.map((text, index) => {
        const parsed = parseHost(text, rules);
        if ('host' in parsed)
          return { host: parsed.host, value: newVerificationValue(random), createdAt };
        const error = { pointer: pointerOf(index), detail: parsed.error, reason: 'host' as const };
        throw new Failure('invalid_request', `${error.pointer}: ${error.detail}`, {
          errors: [error],
        });
      });
    },

    /** @throws Failure `invalid_request`, `deployment_not_found`, `conflict`. */
    async add(
      accountId: string,
      id: string,
      host: string,
    ): Promise<{ domain: Domain; created: boolean }> {
      const newDomains = this.parseHosts([host], () => '/host');
      return db.transaction(async (tx) => {
        await lockDeployment(tx, db.engine, accountId, id);
        const added = await addDomains(tx, id, newDomains);
        const row = await readDomain(tx, id, newDomains[0]?.host ?? '');
        return { domain: toDomain(row), created: added > 0 };
      });
    },

    /**
     * Removes a domain, which makes its pages unavailable.
     *
     * @throws Failure `deployment_not_found`, `domain_not_found`.
     */
    async remove(accountId: string, id: string, host: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockDeployment(tx, db.engine, accountId, id);
        await removeDomain(tx, id, requireAsciiHost(id, host));
      });
      onHostsChanged();
    },

    /**
     * Looks up the TXT record now, without storing the result.
     *
     * @throws Failure `deployment_not_found`, `domain_not_found`.
     */
    async check(accountId: string, id: string, text: string): Promise<DomainCheck> {
      if (!(await findDeployment(db.query, accountId, id))) throw deploymentNotFound(id);
      const { host, value } = await readDomain(db.query, id, requireAsciiHost(id, text));
      return checkRecord(host, value);
    },

    /**
     * Checks the TXT record now. A missing record is not an error and is reported in the domain.
     *
     * @param found - The result of `check`, if it is already known, such as before a transaction.
     * @throws Failure `deployment_not_found`, `domain_not_found`; `conflict` while another
     * deployment has the domain.
     */
    async verify(
      accountId: string,
      id: string,
      text: string,
      found?: DomainCheck,
    ): Promise<Domain> {
      const check = found ?? (await this.check(accountId, id, text));
      const domain = await applyCheck(id, requireAsciiHost(id, text), check);
      onHostsChanged();
      return domain;
    },

    /** Rechecks the verified hosts that are due and returns their number. */
    async recheckDue(): Promise<number> {
      const due = await listHostsDue(db.query, now().toISOString(), recheckBatchSize);
      let checked = 0;
      for (const one of due) {
        if (!(await claimHost(db.query, one, later(leaseMs)))) continue;
        checked += 1;
        await recheck(one.deployment_id, one.host);
      }
      if (checked > 0) onHostsChanged();
      return checked;
    },
  };

  async function recheck(id: string, host: string): Promise<void> {
    try {
      const { value } = await readDomain(db.query, id, host);
      await applyCheck(id, host, await checkRecord(host, value));
    } catch (error) {
      // The domain was removed or moved to another deployment in the meantime.
      if (!(error instanceof Failure)) throw error;
    }
  }

  async function checkRecord(host: string, value: string): Promise<DomainCheck> {
    const result = await recordsAt(txtRecordName(host), value);
    return {
      ...result,
      checkedAt: now().toISOString(),
      nextCheckAt: later(result.records ? dayMs : hourMs),
      missingSinceLimit: later(-missingRecordGraceMs),
    };
  }

  /** A failed lookup provides no information about the domain's owner. */
  async function recordsAt(
    name: string,
    value: string,
  ): Promise<Pick<DomainCheck, 'records' | 'problem'>> {
    let records: string[];
    try {
      records = await lookUpTxt(name);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      return { records: null, problem: `lookup_failed ${code}` };
    }
    if (records.includes(value)) return { records, problem: null };
    return { records, problem: records.length === 0 ? 'record_missing' : 'record_wrong' };
  }

  async function applyCheck(id: string, host: string, check: DomainCheck): Promise<Domain> {
    return db.transaction(async (tx) => {
      await applyDomainCheck(tx, db.engine, { deploymentId: id, host }, check);
      return toDomain(await readDomain(tx, id, host));
    });
  }

  function later(ms: number): string {
    return new Date(now().getTime() + ms).toISOString();
  }
}

/** Normalizes a host. @throws Failure `domain_not_found` if it is not a valid host name. */
function requireAsciiHost(id: string, text: string): string {
  const host = asciiHost(text);
  if (host === null) throw domainNotFound(id, text);
  return host;
}

/** Random so that it cannot be guessed. It need not stay secret because it is published in DNS. */
export function newVerificationValue(random: DomainContext['random']): string {
  return `svc-reader=${Buffer.from(random(18)).toString('base64url')}`;
}

/**
 * Returns the contents of the TXT records at a name, or an empty list if the name does not exist.
 * Rejects if no name server responds.
 */
export type LookUpTxt = (name: string) => Promise<string[]>;

/** @param servers - Name server addresses with ports, or null for the system's name servers. */
export function txtResolver(servers: string[] | null): LookUpTxt {
  const resolver = new Resolver(resolverOptions);
  if (servers) resolver.setServers(servers);

  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      // A record may be split into several strings (as described in RFC 7208, section 3.3).
      return records.map((parts) => parts.join('').trim());
    } catch (error) {
      if (isNameNotFound(error)) return [];
      throw error;
    }
  };
}

function isNameNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(NOTFOUND|NODATA)$/.test(`${error.code}`);
}
