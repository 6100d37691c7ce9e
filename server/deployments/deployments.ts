import type { Database, Queries } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { LRUCache } from 'lru-cache';
import { checkSettings, mergeTokens, patchSettings } from './settings.ts';
import { type DeploymentPatch, DeploymentSettings, type NewDeployment } from './contract.ts';
import { addDomains } from './domain-store.ts';
import { type Domains, domains, type LookUpTxt } from './domains.ts';
import { asciiHost, type HostRules } from './host-name.ts';
import { prepareNewFiles, prepareFilePatch } from './deployment-files.ts';
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

export interface DeploymentContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  lookUpTxt: LookUpTxt;
  rules: HostRules;
}

/** How long another process may show a host as it was. */
const hostCacheTtlMs = 30_000;
const maxCachedHosts = 10_000;

export type Deployments = ReturnType<typeof deployments>;

/** Saved white-label set-ups. Every call names whose; another account's is not there. */
export function deployments({ db, now, newId, random, lookUpTxt, rules }: DeploymentContext) {
  const byHost = new LRUCache<string, { deployment: StoredDeployment | null }>({
    max: maxCachedHosts,
    ttl: hostCacheTtlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (host) => ({ deployment: await findByVerifiedHost(db.query, host) }),
  });
  const onHostsChanged = () => byHost.clear();
  const ofDomains: Domains = domains({ db, now, random, lookUpTxt, rules, onHostsChanged });

  return {
    domains: ofDomains,

    /** The newest first. */
    async list(accountId: string, limit: number, before: string | null): Promise<DeploymentPage> {
      return listDeployments(db.query, accountId, limit, before);
    },

    /** Null when there is none of this account. */
    async find(accountId: string, id: string): Promise<StoredDeployment | null> {
      return findDeployment(db.query, accountId, id);
    },

    /** Fails: `deployment_not_found`. */
    async get(accountId: string, id: string): Promise<StoredDeployment> {
      const found = await findDeployment(db.query, accountId, id);
      if (!found) throw deploymentNotFound(id);
      return found;
    },

    /**
     * The deployment that a host is verified for; what is no host has none. Changes by this process show
     * at once, those by others within half a minute.
     */
    async findByHost(host: string): Promise<StoredDeployment | null> {
      const name = asciiHost(host);
      if (name === null || name === rules.publicHost) return null;
      return (await byHost.fetch(name))?.deployment ?? null;
    },

    /** A logo or a font. */
    async file(id: string, name: string): Promise<Omit<StoredFile, 'name'> | null> {
      return findFile(db.query, id, name);
    },

    /**
     * @param hosts - Domains to ask for at once.
     * @throws Failure `invalid_request`, `contrast_too_low`, `conflict`.
     */
    async add(
      accountId: string,
      { name, logo, fonts, ...rest }: NewDeployment,
      hosts: readonly string[] = [],
    ): Promise<StoredDeployment> {
      const tokens = mergeTokens({}, rest.theme.tokens);
      const wanted = { ...rest, theme: { ...rest.theme, tokens } };
      const settings = checkSettings(wanted, rules);
      const asked = ofDomains.parseHosts(hosts, (index) => `/domains/${index}`);
      await checkKey(db.query, accountId, settings.keyId);
      const files = await prepareNewFiles({ name, logo, fonts });
      const id = newId('dep');
      const at = now().toISOString();
      const row = {
        id,
        account_id: accountId,
        name,
        settings: JSON.stringify(settings),
        logo: files.logo && JSON.stringify(files.logo),
        fonts: JSON.stringify(files.fonts),
        revision: 1,
        created_at: at,
        updated_at: at,
      };
      const made = await db.transaction(async (tx) => {
        await insertDeployment(tx, db.engine, row, files.stored);
        await addDomains(tx, id, asked);
        return id;
      });
      return this.get(accountId, made);
    },

    /**
     * @param checkRevision - Throws when the change is not meant for the deployment as it is.
     * @throws Failure `deployment_not_found`, `invalid_request`, `contrast_too_low`.
     */
    async change(
      accountId: string,
      id: string,
      patch: DeploymentPatch,
      checkRevision: (revision: number) => void,
    ): Promise<StoredDeployment> {
      const drawn = await prepareFilePatch(patch);
      await db.transaction(async (tx) => {
        const before = await lockDeployment(tx, db.engine, accountId, id);
        checkRevision(before.revision);
        const kept = DeploymentSettings.parse(JSON.parse(before.settings));
        const settings = checkSettings(patchSettings(kept, patch), rules);
        if (settings.keyId !== kept.keyId) await checkKey(tx, accountId, settings.keyId);
        const name = patch.name ?? before.name;
        const files = drawn.mergedInto({ ...before, name });
        const row = { name, settings: JSON.stringify(settings), ...files.columns };
        if (isSame(before, row)) return;
        await tx
          .updateTable('deployments')
          .set({ ...row, revision: before.revision + 1, updated_at: now().toISOString() })
          .where('id', '=', id)
          .execute();
        await insertFiles(tx, id, files.stored);
        // Pages that are open have the addresses of the last ones still.
        await deleteFilesExcept(tx, id, files.names);
      });
      onHostsChanged();
      return this.get(accountId, id);
    },

    /** With its files and domains. Fails: `deployment_not_found`. */
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

  async function checkKey(query: Queries, accountId: string, keyId: string | null): Promise<void> {
    if (keyId === null) return;
    if (await hasPublishableKey(query, accountId, keyId, now().toISOString())) return;
    const error = {
      pointer: '/keyId',
      detail: 'Must be a publishable key of this account that can be used.',
    };
    throw new Failure('invalid_request', `/keyId: ${error.detail}`, { errors: [error] });
  }
}

function isSame(before: Schema['deployments'], row: Partial<Schema['deployments']>): boolean {
  const current = new Map<string, unknown>(Object.entries(before));
  return Object.entries(row).every(([name, value]) => current.get(name) === value);
}
