import type { Database, Queries } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { LRUCache } from 'lru-cache';
import { checkSettings, mergeTokens, patchSettings } from './settings.ts';
import { type DeploymentPatch, DeploymentSettings, type NewDeployment } from './contract.ts';
import { addDomains } from './domain-store.ts';
import { type Domains, domains, type LookUpTxt } from './domains.ts';
import { asciiHost, type HostRules } from './host-name.ts';
import {
  type FilePatch,
  type NewFiles,
  prepareFilePatch,
  prepareNewFiles,
} from './deployment-files.ts';
import {
  type DeploymentPage,
  findDeployment,
  findFile,
  findByVerifiedHost,
  hasPublishableKey,
  insertDeployment,
  deleteFilesExcept,
  listDeployments,
  lockDeployment,
  deploymentNotFound,
  insertFiles,
} from './store.ts';
import type { StoredDeployment } from './stored-deployment.ts';
import type { StoredFile } from './stored-file.ts';
import { steadyClock } from '../values/time.ts';

export interface DeploymentContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Returns bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  lookUpTxt: LookUpTxt;
  rules: HostRules;
  /** Creates a publishable key for a domain and returns its id. */
  createDomainKey: (db: Database, accountId: string, host: string) => Promise<string>;
}

/** Maximum time for which other processes may use a host's outdated deployment. */
const hostCacheTtlMs = 30_000;
const maxCachedHosts = 10_000;

export type Deployments = ReturnType<typeof deployments>;

/**
 * Manages saved white-label configurations. Every method is limited to the given account's own
 * deployments.
 */
export function deployments(context: DeploymentContext) {
  const { db, now, newId, random, lookUpTxt, rules, createDomainKey } = context;
  // `max` would allocate the memory for all entries in advance.
  const byHost = new LRUCache<string, { deployment: StoredDeployment | null }>({
    maxSize: maxCachedHosts,
    sizeCalculation: () => 1,
    ttl: hostCacheTtlMs,
    ttlResolution: 0,
    perf: { now: steadyClock(now) },
    fetchMethod: async (host) => ({ deployment: await findByVerifiedHost(db.query, host) }),
  });
  const onHostsChanged = () => byHost.clear();
  const domainService: Domains = domains({ db, now, random, lookUpTxt, rules, onHostsChanged });
  const addDomain: Domains['add'] = async (accountId, id, host) => {
    const added = await domainService.add(accountId, id, host);
    // Applies to existing domains too, because a domain has no key if the server stopped before
    // creating it.
    await ensureKey(accountId, id, added.domain.host);
    return added;
  };

  return {
    domains: { ...domainService, add: addDomain },

    /** Clears the cached hosts of deployments after a change that this object did not make. */
    forgetHosts: onHostsChanged,

    /** Returns deployments, newest first. */
    async list(accountId: string, limit: number, before: string | null): Promise<DeploymentPage> {
      return listDeployments(db.query, accountId, limit, before);
    },

    /** Returns null if the account has no such deployment. */
    async find(accountId: string, id: string): Promise<StoredDeployment | null> {
      return findDeployment(db.query, accountId, id);
    },

    /** @throws Failure `deployment_not_found`. */
    async get(accountId: string, id: string): Promise<StoredDeployment> {
      const found = await findDeployment(db.query, accountId, id);
      if (!found) throw deploymentNotFound(id);
      return found;
    },

    /**
     * Returns the deployment for which a host is verified, or null for an unknown or invalid host.
     * Changes by this process are visible immediately, and those by other processes within 30
     * seconds.
     */
    async findByHost(host: string): Promise<StoredDeployment | null> {
      const name = asciiHost(host);
      if (name === null || name === rules.publicHost) return null;
      return (await byHost.fetch(name))?.deployment ?? null;
    },

    /** Returns a logo or font file. */
    async file(id: string, name: string): Promise<Omit<StoredFile, 'name'> | null> {
      return findFile(db.query, id, name);
    },

    /**
     * @param hosts - Domains to add with the deployment.
     * @param files - The input's files if they are already prepared, such as before a transaction.
     * @throws Failure `invalid_request`, `contrast_too_low`, `conflict`.
     */
    async add(
      accountId: string,
      { name, logo, fonts, ...rest }: NewDeployment,
      hosts: readonly string[] = [],
      files?: NewFiles,
    ): Promise<StoredDeployment> {
      const tokens = mergeTokens({}, rest.theme.tokens);
      const requested = { ...rest, theme: { ...rest.theme, tokens } };
      const settings = checkSettings(requested, rules);
      const newDomains = domainService.parseHosts(hosts, (index) => `/domains/${index}`);
      await checkKey(db.query, accountId, settings.keyId);
      const prepared = files ?? (await prepareNewFiles({ name, logo, fonts }));
      const id = newId('dep');
      const at = now().toISOString();
      const row = {
        id,
        account_id: accountId,
        name,
        settings: JSON.stringify(settings),
        logo: prepared.logo && JSON.stringify(prepared.logo),
        fonts: JSON.stringify(prepared.fonts),
        revision: 1,
        created_at: at,
        updated_at: at,
      };
      const created = await db.transaction(async (tx) => {
        await insertDeployment(tx, db.engine, row, prepared.stored);
        await addDomains(tx, id, newDomains);
        return id;
      });
      const [domain] = newDomains;
      if (domain) await ensureKey(accountId, created, domain.host);
      return this.get(accountId, created);
    },

    /**
     * @param checkRevision - Throws if the change is based on a different revision of the
     * deployment.
     * @param prepared - The patch's files if they are already prepared, such as before a
     * transaction.
     * @throws Failure `deployment_not_found`, `invalid_request`, `contrast_too_low`.
     */
    async change(
      accountId: string,
      id: string,
      patch: DeploymentPatch,
      checkRevision: (revision: number) => void,
      prepared?: FilePatch,
    ): Promise<StoredDeployment> {
      const filePatch = prepared ?? (await prepareFilePatch(patch));
      await db.transaction(async (tx) => {
        const before = await lockDeployment(tx, db.engine, accountId, id);
        checkRevision(before.revision);
        const current = DeploymentSettings.parse(JSON.parse(before.settings));
        const settings = checkSettings(patchSettings(current, patch), rules);
        if (settings.keyId !== current.keyId) await checkKey(tx, accountId, settings.keyId);
        const name = patch.name ?? before.name;
        const files = filePatch.mergedInto({ ...before, name });
        const row = { name, settings: JSON.stringify(settings), ...files.columns };
        if (isSame(before, row)) return;
        await tx
          .updateTable('deployments')
          .set({ ...row, revision: before.revision + 1, updated_at: now().toISOString() })
          .where('id', '=', id)
          .execute();
        await insertFiles(tx, id, files.stored);
        // Keep the previous files because open pages still use their URLs.
        await deleteFilesExcept(tx, id, files.names);
      });
      onHostsChanged();
      return this.get(accountId, id);
    },

    /** Removes a deployment and its files and domains. @throws Failure `deployment_not_found`. */
    async remove(
      accountId: string,
      id: string,
      checkRevision: (revision: number) => void,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const { revision } = await lockDeployment(tx, db.engine, accountId, id);
        checkRevision(revision);
        await tx.deleteFrom('deployments').where('id', '=', id).execute();
      });
      onHostsChanged();
    },
  };

  /** Pages on a domain need a key, so the first domain creates one if the deployment has none. */
  async function ensureKey(accountId: string, id: string, host: string): Promise<void> {
    const before = await findDeployment(db.query, accountId, id);
    if (!before || before.keyId !== null) return;
    const keyId = await createDomainKey(db, accountId, host);
    await db.transaction(async (tx) => {
      const row = await lockDeployment(tx, db.engine, accountId, id);
      const settings = DeploymentSettings.parse(JSON.parse(row.settings));
      // Another request may have set a key in the meantime.
      if (settings.keyId !== null) return;
      await tx
        .updateTable('deployments')
        .set({ settings: JSON.stringify({ ...settings, keyId }), revision: row.revision + 1 })
        .where('id', '=', id)
        .execute();
    });
    onHostsChanged();
  }

  async function checkKey(query: Queries, accountId: string, keyId: string | null): Promise<void> {
    if (keyId === null) return;
    if (await hasPublishableKey(query, accountId, keyId, now().toISOString())) return;
    const error = {
      pointer: '/keyId',
      detail: 'Must be a valid, unexpired publishable key of this account.',
    };
    throw new Failure('invalid_request', `/keyId: ${error.detail}`, { errors: [error] });
  }
}

function isSame(before: Schema['deployments'], row: Partial<Schema['deployments']>): boolean {
  const current = new Map<string, unknown>(Object.entries(before));
  return Object.entries(row).every(([name, value]) => current.get(name) === value);
}
