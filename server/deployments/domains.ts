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

/** The second try waits twice as long. */
const resolverOptions = { timeout: 2_000, tries: 2 };
export interface DomainContext {
  db: Database;
  now: () => Date;
  /** Bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  lookUpTxt: LookUpTxt;
  rules: HostRules;
  /** Told when a host may lead elsewhere than before. */
  onHostsChanged: () => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A record that a mistake took away is missed within it; the pages stay meanwhile. */
const missingRecordGraceMs = 7 * dayMs;
/** A look-up ends well before it: then whoever had taken it is gone. */
const leaseMs = hourMs / 6;
const recheckBatchSize = 20;

export type Domains = ReturnType<typeof domains>;

/** The domains of deployments: asked for, shown to be theirs by a TXT record, looked at again. */
export function domains({ db, now, random, lookUpTxt, rules, onHostsChanged }: DomainContext) {
  return {
    /** Rows for hosts as people write them. Fails: `invalid_request`, naming `pointerOf(index)`. */
    parseHosts(hosts: readonly string[], pointerOf: (index: number) => string): RequestedDomain[] {
      const createdAt = now().toISOString();
      return hosts.map((text, index) => {
        const reading = parseHost(text, rules);
        if ('host' in reading)
          return { host: reading.host, value: newVerificationValue(random), createdAt };
        const error = { pointer: pointerOf(index), detail: reading.error };
        throw new Failure('invalid_request', `${error.pointer}: ${error.detail}`, {
          errors: [error],
        });
      });
    },

    /** Fails: `invalid_request`, `deployment_not_found`, `conflict`. */
    async add(
      accountId: string,
      id: string,
      host: string,
    ): Promise<{ domain: Domain; created: boolean }> {
      const asked = this.parseHosts([host], () => '/host');
      return db.transaction(async (tx) => {
        await lockDeployment(tx, db.engine, accountId, id);
        const added = await addDomains(tx, id, asked);
        const row = await readDomain(tx, id, asked[0]?.host ?? '');
        return { domain: toDomain(row), created: added > 0 };
      });
    },

    /** Its pages are there no more. Fails: `deployment_not_found`, `domain_not_found`. */
    async remove(accountId: string, id: string, host: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockDeployment(tx, db.engine, accountId, id);
        await removeDomain(tx, id, requireAsciiHost(id, host));
      });
      onHostsChanged();
    },

    /**
     * Looks at the TXT record now. A record that is not there is no failure: the domain says so.
     * Fails: `deployment_not_found`, `domain_not_found`, `conflict` while another deployment has it.
     */
    async verify(accountId: string, id: string, text: string): Promise<Domain> {
      if (!(await findDeployment(db.query, accountId, id))) throw deploymentNotFound(id);
      const { host, value } = await readDomain(db.query, id, requireAsciiHost(id, text));
      const check = await look(host, value);
      const domain = await settle(id, host, check);
      onHostsChanged();
      return domain;
    },

    /** Looks again at the verified hosts that are due; how many that were. */
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
      await settle(id, host, await look(host, value));
    } catch (error) {
      // It was removed, or went to another deployment, in this very moment.
      if (!(error instanceof Failure)) throw error;
    }
  }

  async function look(host: string, value: string): Promise<DomainCheck> {
    const seen = await recordsAt(txtRecordName(host), value);
    return {
      ...seen,
      checkedAt: now().toISOString(),
      nextCheckAt: later(seen.records ? dayMs : hourMs),
      missingSinceLimit: later(-missingRecordGraceMs),
    };
  }

  /** Name servers that do not answer say nothing about whose a domain is. */
  async function recordsAt(
    name: string,
    value: string,
  ): Promise<Pick<DomainCheck, 'records' | 'problem'>> {
    let records: string[];
    try {
      records = await lookUpTxt(name);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      return { records: null, problem: `The name servers of ${name} gave no answer (${code}).` };
    }
    if (records.includes(value)) return { records, problem: null };
    const problem =
      records.length === 0
        ? `There is no TXT record at ${name}.`
        : `No TXT record at ${name} is ${value}.`;
    return { records, problem };
  }

  async function settle(id: string, host: string, check: DomainCheck): Promise<Domain> {
    return db.transaction(async (tx) => {
      await applyDomainCheck(tx, db.engine, { deploymentId: id, host }, check);
      return toDomain(await readDomain(tx, id, host));
    });
  }

  function later(ms: number): string {
    return new Date(now().getTime() + ms).toISOString();
  }
}

/** A host as people write it, as it is kept. Fails: `domain_not_found` for what is none. */
function requireAsciiHost(id: string, text: string): string {
  const host = asciiHost(text);
  if (host === null) throw domainNotFound(id, text);
  return host;
}

/** What nobody can guess need not be kept from anyone: it stands in public once it is used. */
function newVerificationValue(random: DomainContext['random']): string {
  return `svc-reader=${Buffer.from(random(18)).toString('base64url')}`;
}

/** The texts that stand at a name; none where there is no such name. Rejects when nobody knows. */
export type LookUpTxt = (name: string) => Promise<string[]>;

/** @param servers - Addresses of name servers, with ports; null: those of the system. */
export function txtResolver(servers: string[] | null): LookUpTxt {
  const resolver = new Resolver(resolverOptions);
  if (servers) resolver.setServers(servers);

  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      // One record may be written in several parts (RFC 7208, section 3.3, has the custom).
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
