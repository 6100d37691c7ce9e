import type { Transaction } from 'kysely';
import type { Database, Schema } from '../db/open.ts';
import { Failure } from '../failure.ts';
import {
  type Environment,
  environmentOf,
  environments,
  liveAccountOf,
  testAccountOf,
} from '../values/environment.ts';
import type { Permission, Tier } from '../values/permissions.ts';
import { publishablePermissions, tiers } from './contract.ts';
import {
  issueKeyFor,
  type KeyChanges,
  type KeyContext,
  type NewKeyOptions,
  requireKey,
  revokeKey,
  rotateKey,
  updateKey,
} from './issue-key.ts';
import { grants } from './key-access.ts';
import { type KeyFilter, type KeyPage, keyStore } from './store.ts';
import { type StoredKey } from './stored-key.ts';

/**
 * Maximum rights that a caller may give to a key: those of the caller's API key, or those of the
 * account.
 */
export interface KeyGrant {
  /** A live account includes its test environment. A test environment manages only its own keys. */
  accountId: string;
  tier: Tier;
  permissions: readonly Permission[];
  /** Latest expiry, or null if keys need not expire. */
  expiresAt: string | null;
}

export type NewManagedKey = Omit<NewKeyOptions, 'account' | 'tier'> & { tier?: Tier };

/** Maximum number of usable keys of an account, including its test environment. */
export const maxUsableKeys = 100;

export type ManagedKeys = ReturnType<typeof managedKeys>;

export interface ManagedKeysContext extends Omit<KeyContext, 'store'> {
  /** Commits an idempotent request's response together with its writes. */
  db: Database;
  /** Encrypts a key's text, which is stored for a day with the results of an idempotent request. */
  seal: (text: string) => string;
}

/**
 * Manages an account's keys on behalf of its people and keys, for the API and the console. Callers
 * cannot create a key with more rights than the grant, or access a key that has more. Keys of other
 * accounts count as missing. Every change returns the key before and after it, for an audit log.
 */
export function managedKeys(context: ManagedKeysContext) {
  const { db, newId, random, now, seal } = context;
  const store = keyStore(db);
  const within = (tx: Transaction<Schema>): KeyContext => ({
    store: keyStore({ ...db, query: tx, transaction: (work) => work(tx) }),
    newId,
    random,
    now,
  });

  const find = async (from: typeof store, accountId: string, keyId: string) => {
    const key = await requireKey(from, keyId);
    if (managedAccounts(accountId).includes(key.accountId)) return key;
    throw new Failure('key_not_found', `No API key with id ${keyId}.`);
  };

  return {
    /** Returns a page of keys, newest first. */
    list: (
      accountId: string,
      filter: KeyFilter,
      limit: number,
      before: string | null,
    ): Promise<KeyPage> => store.listOf(managedAccounts(accountId), filter, limit, before, now()),

    /** @throws Failure `key_not_found`. */
    find: (accountId: string, keyId: string) => find(store, accountId, keyId),

    /**
     * Returns the times of the keys' last requests, to the minute. Omits keys that were never used.
     */
    findLastUses: (keyIds: string[]) => store.findLastUses(keyIds),

    /**
     * Creates a key with its own quota. The tier defaults to the grant's tier. A secret key's
     * permissions default to the grant's permissions, except those for keys.
     *
     * @returns The key, and its sealed text.
     * @throws Failure `permission_denied`, `conflict`, `invalid_request`, `book_not_found`.
     */
    async create(grant: KeyGrant, order: NewManagedKey) {
      const complete = withDefaults(grant, order);
      checkGrant(grant, {
        tier: complete.tier,
        permissions: complete.permissions,
        expiresAt: order.expiresAt?.toISOString() ?? null,
      });
      requireEnvironment(grant.accountId, complete.environment);
      const liveId = liveAccountOf(grant.accountId) ?? grant.accountId;
      return await db.transaction(async (tx) => {
        const making = within(tx);
        const account = await making.store.lockAccount(liveId);
        if (account.tiers && !account.tiers.includes(complete.tier)) {
          throw new Failure(
            'permission_denied',
            `${account.name} cannot have keys of the tier ${complete.tier}. Ask the operator of this server.`,
          );
        }
        const used = await making.store.countUsable(managedAccounts(liveId), now());
        if (used >= maxUsableKeys) {
          throw new Failure(
            'conflict',
            `The account has ${used} keys. The maximum is ${maxUsableKeys}. Revoke one first.`,
          );
        }
        const { key, text } = await issueKeyFor(making, account, complete);
        return { key, sealedText: seal(text) };
      });
    },

    /**
     * @throws Failure `key_not_found`, `permission_denied`, `conflict`, `invalid_request`,
     * `book_not_found`.
     */
    async update(grant: KeyGrant, keyId: string, changes: KeyChanges) {
      return await db.transaction(async (tx) => {
        const making = within(tx);
        checkGrant(grant, await find(making.store, grant.accountId, keyId));
        const change = await updateKey(making, keyId, changes);
        checkGrant(grant, change.after);
        return change;
      });
    },

    /**
     * Creates a successor that shares the quota. The old key remains valid for the grace period.
     *
     * @returns The successor with its sealed text, and the old key before and after.
     * @throws Failure `key_not_found`, `permission_denied`, `conflict`.
     */
    async rotate(grant: KeyGrant, keyId: string, graceSeconds: number) {
      return await db.transaction(async (tx) => {
        const making = within(tx);
        const before = await find(making.store, grant.accountId, keyId);
        checkGrant(grant, before);
        const { key, text } = await rotateKey(making, keyId, graceSeconds);
        return {
          key,
          sealedText: seal(text),
          before,
          after: await requireKey(making.store, keyId),
        };
      });
    },

    /**
     * Revokes a key, including one that has more rights than the grant. @throws Failure
     * `key_not_found`.
     */
    async revoke({ accountId }: Pick<KeyGrant, 'accountId'>, keyId: string) {
      return await db.transaction(async (tx) => {
        const making = within(tx);
        const before = await find(making.store, accountId, keyId);
        return { before, after: await revokeKey(making, keyId) };
      });
    },
  };
}

function managedAccounts(accountId: string): string[] {
  return environmentOf(accountId) === 'live' ? [accountId, testAccountOf(accountId)] : [accountId];
}

function withDefaults(grant: KeyGrant, order: NewManagedKey) {
  const own = grant.permissions.filter((one) => !one.endsWith(':keys'));
  return {
    ...order,
    tier: order.tier ?? grant.tier,
    permissions: order.permissions ?? (order.kind === 'secret' ? own : publishablePermissions),
    environment: order.environment ?? environmentOf(grant.accountId),
  };
}

function requireEnvironment(accountId: string, environment: Environment): void {
  if (environmentOf(accountId) === 'live' || environment === 'test') return;
  throw new Failure(
    'permission_denied',
    `A key of the ${environments[1]} environment cannot create a live key. Use a live key.`,
  );
}

/** @throws Failure `permission_denied` if a key has more than the grant. */
function checkGrant(
  grant: KeyGrant,
  key: Pick<StoredKey, 'tier' | 'permissions' | 'expiresAt'>,
): void {
  const limit = ({ tier }: { tier: Tier }) => tiers[tier].monthlyLimit;
  if (limit(key) > limit(grant)) {
    throw denied(`the tier ${key.tier}, and you have ${grant.tier}`);
  }
  const excess = key.permissions.filter((one) => !grants(grant.permissions, one));
  if (excess.length > 0) throw denied(`${excess.join(', ')}, and you do not`);
  if (grant.expiresAt !== null && (key.expiresAt === null || key.expiresAt > grant.expiresAt)) {
    throw denied(`an expiry after ${grant.expiresAt}, when your key expires`);
  }
}

function denied(what: string): Failure {
  return new Failure(
    'permission_denied',
    `The key has or would have ${what}. Use a key that has at least the same rights.`,
  );
}
