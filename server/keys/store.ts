import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { Database, Queries, Schema } from '../db/open.ts';
import {
  bookOwnersFor,
  type Environment,
  environmentOf,
  testAccountOf,
} from '../values/environment.ts';
import { Tier } from '../values/permissions.ts';
import { type KeyState, selectKeys, type StoredKey, toStoredKey } from './stored-key.ts';

export interface KeyFilter {
  kind?: StoredKey['kind'];
  environment?: Environment;
  state?: KeyState;
}

/** A page of keys. */
export interface KeyPage {
  total: number;
  keys: StoredKey[];
  hasMore: boolean;
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

    /** Returns a page of the accounts' keys, newest first. */
    async listOf(
      accountIds: string[],
      filter: KeyFilter,
      limit: number,
      before: string | null,
      now: Date,
    ): Promise<KeyPage> {
      const { kind, environment, state } = filter;
      const matching = selectKeys(db.query)
        .where(
          'api_keys.account_id',
          'in',
          accountIds.filter((id) => !environment || environmentOf(id) === environment),
        )
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'secret'))
        .$if(state === 'revoked', (query) => query.where('revoked_at', 'is not', null))
        .$if(state === 'expired', (query) =>
          query.where('revoked_at', 'is', null).where('expires_at', '<=', now.toISOString()),
        )
        .$if(state === 'active', (query) => query.where((where) => isUsableAt(where, now)));
      const { total } = await matching
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await matching
        .$if(before !== null, (query) => query.where('api_keys.id', '<', before ?? ''))
        .orderBy('api_keys.id', 'desc')
        .limit(limit + 1)
        .execute();
      return {
        total,
        keys: rows.slice(0, limit).map(toStoredKey),
        hasMore: rows.length > limit,
      };
    },

    /** Number of keys that are neither revoked nor expired. */
    async countUsable(accountIds: string[], now: Date): Promise<number> {
      const { total } = await selectKeys(db.query)
        .where('api_keys.account_id', 'in', accountIds)
        .where((where) => isUsableAt(where, now))
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /**
     * Locks an account until the end of the transaction. `tiers` is null if it can have keys of
     * every tier.
     */
    async lockAccount(
      accountId: string,
    ): Promise<{ id: string; name: string; tiers: Tier[] | null }> {
      const { id, name, tiers } = await db.query
        .selectFrom('accounts')
        .select(['id', 'name', 'tiers'])
        .where('id', '=', accountId)
        .$if(db.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
      return { id, name, tiers: tiers === null ? null : Tiers.parse(JSON.parse(tiers)) };
    },

    /** Returns the times of the keys' last requests, by id. Omits keys that were never used. */
    async findLastUses(keyIds: string[]): Promise<Map<string, string>> {
      if (keyIds.length === 0) return new Map();
      const rows = await db.query
        .selectFrom('key_uses')
        .selectAll()
        .where('key_id', 'in', keyIds)
        .execute();
      return new Map(rows.map(({ key_id: id, used_at: at }) => [id, at]));
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

    /** Changes a key's name, origins, books and expiry. */
    async update(key: StoredKey): Promise<void> {
      await db.query
        .updateTable('api_keys')
        .set({
          allowed_origins: JSON.stringify(key.allowedOrigins),
          private_books: JSON.stringify(key.privateBooks),
          expires_at: key.expiresAt,
        })
        .where('id', '=', key.id)
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

    /**
     * Returns the id of the test environment of the account with this name, or null if there is
     * none.
     */
    async findTestAccount(name: string): Promise<string | null> {
      const row = await db.query
        .selectFrom('accounts as live')
        .innerJoin('accounts as test', 'test.live_account_id', 'live.id')
        .select('test.id')
        .where('live.name', '=', name)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /**
     * Returns the id of an account's test environment. Creates the environment if it is missing.
     */
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

const Tiers = z.array(Tier);

function isUsableAt(where: ExpressionBuilder<Schema, 'api_keys'>, now: Date) {
  return where.and([
    where('revoked_at', 'is', null),
    where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]),
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
