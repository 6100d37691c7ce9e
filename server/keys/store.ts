import { z } from 'zod';
import type { Database, Queries } from '../db/open.ts';
import { Permission, Tier } from '../values/permissions.ts';
import { bookOwnersFor, testAccountOf } from '../values/environment.ts';
import type { PrivateBooks } from '../values/viewer.ts';

/** Stored record of a key. The key itself is not stored. */
export interface StoredKey {
  id: string;
  accountId: string;
  /** Name of the live account, also for a test key. */
  accountName: string;
  quotaId: string;
  tier: Tier;
  kind: 'secret' | 'publishable';
  /** The key's last characters. */
  ending: string;
  permissions: Permission[];
  allowedOrigins: string[];
  /** `all` for a secret key. */
  privateBooks: PrivateBooks;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Name that the owner gave the key, or null. */
  label: string | null;
  /** When the key's account was suspended, or null if it is active. */
  suspendedAt: string | null;
}

/** A key to store. Its account provides the other members. */
export type NewKey = Omit<StoredKey, 'accountName' | 'suspendedAt'>;

export type KeyStore = ReturnType<typeof keyStore>;

/** Stores keys and the accounts to which they belong. */
export function keyStore(db: Database) {
  return {
    async findByHash(hash: string): Promise<StoredKey | null> {
      const row = await selectKeys(db.query).where('api_keys.hash', '=', hash).executeTakeFirst();
      return row ? toStoredKey(row) : null;
    },

    async find(keyId: string): Promise<StoredKey | null> {
      const row = await selectKeys(db.query).where('api_keys.id', '=', keyId).executeTakeFirst();
      return row ? toStoredKey(row) : null;
    },

    /** Returns the keys of an account and of its test environment, newest first. */
    async listOfAccount(liveAccountId: string): Promise<StoredKey[]> {
      const rows = await selectKeys(db.query)
        .where('api_keys.account_id', 'in', [liveAccountId, testAccountOf(liveAccountId)])
        .orderBy('api_keys.id', 'desc')
        .execute();
      return rows.map(toStoredKey);
    },

    /** Returns the keys, oldest first. */
    async list(): Promise<StoredKey[]> {
      const rows = await selectKeys(db.query).orderBy('api_keys.id').execute();
      return rows.map(toStoredKey);
    },

    async insert(key: NewKey, hash: string): Promise<void> {
      await insertKey(db.query, key, hash);
    },

    /** Adds the successor and sets the expiry of its predecessor, in one transaction. */
    async replace(
      predecessorId: string,
      endsAt: string,
      successor: NewKey,
      hash: string,
    ): Promise<void> {
      await db.transaction(async (query) => {
        await insertKey(query, successor, hash);
        await query
          .updateTable('api_keys')
          .set({ expires_at: endsAt })
          .where('id', '=', predecessorId)
          .execute();
      });
    },

    /** Revokes a key. Keeps the time of an earlier revocation. */
    async revoke(keyId: string, revokedAt: string): Promise<void> {
      await db.query
        .updateTable('api_keys')
        .set({ revoked_at: revokedAt })
        .where('id', '=', keyId)
        .where('revoked_at', 'is', null)
        .execute();
    },

    /** Returns the given ids that belong to books of the account. */
    async findOwnBooks(accountId: string, bookIds: string[]): Promise<string[]> {
      if (bookIds.length === 0) return [];
      const rows = await db.query
        .selectFrom('books')
        .select('id')
        .where('account_id', 'in', bookOwnersFor(accountId))
        .where('id', 'in', bookIds)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns the id of the account with this name. Creates the account if it is missing. */
    async findOrCreateAccount(name: string, newId: string, createdAt: string): Promise<string> {
      await db.query
        .insertInto('accounts')
        .values({ id: newId, name, created_at: createdAt })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { id } = await db.query
        .selectFrom('accounts')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Returns the id of the test environment of the account with this name, or null if there is none. */
    async findTestAccount(name: string): Promise<string | null> {
      const row = await db.query
        .selectFrom('accounts as live')
        .innerJoin('accounts as test', 'test.live_account_id', 'live.id')
        .select('test.id')
        .where('live.name', '=', name)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Returns the id of an account's test environment. Creates the environment if it is missing. */
    async findOrCreateTestAccount(liveAccountId: string, createdAt: string): Promise<string> {
      const id = testAccountOf(liveAccountId);
      await db.query
        .insertInto('accounts')
        .values({ id, name: id, created_at: createdAt, live_account_id: liveAccountId })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return id;
    },
  };
}

function selectKeys(query: Queries) {
  return query
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('accounts as live', 'live.id', 'accounts.live_account_id')
    .selectAll('api_keys')
    .select((eb) => [
      eb.fn.coalesce('live.name', 'accounts.name').as('account_name'),
      eb.fn.coalesce('live.suspended_at', 'accounts.suspended_at').as('suspended_at'),
    ]);
}

async function insertKey(query: Queries, key: NewKey, hash: string) {
  await query
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      quota_id: key.quotaId,
      tier: key.tier,
      kind: key.kind,
      hash,
      ending: key.ending,
      permissions: JSON.stringify(key.permissions),
      allowed_origins: JSON.stringify(key.allowedOrigins),
      private_books: JSON.stringify(key.privateBooks),
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
      label: key.label,
    })
    .execute();
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['execute']>>[number];

const Permissions = z.array(Permission);
const Origins = z.array(z.string());
const StoredPrivateBooks = z.union([z.literal('all'), z.literal('unlisted'), z.array(z.string())]);

function toStoredKey(row: KeyRow): StoredKey {
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    quotaId: row.quota_id,
    tier: Tier.parse(row.tier),
    kind: row.kind,
    ending: row.ending,
    permissions: Permissions.parse(JSON.parse(row.permissions)),
    allowedOrigins: Origins.parse(JSON.parse(row.allowed_origins)),
    privateBooks:
      row.kind === 'secret' ? 'all' : StoredPrivateBooks.parse(JSON.parse(row.private_books)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    label: row.label,
    suspendedAt: row.suspended_at,
  };
}
