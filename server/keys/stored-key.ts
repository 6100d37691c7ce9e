import { z } from 'zod';
import type { Queries } from '../db/open.ts';
import { Permission, Tier } from '../values/permissions.ts';
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

/** `expired` and `revoked` exclude each other. */
export const keyStates = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof keyStates)[number];

/** Whether a key can be used, or why not. */
export function keyState({ revokedAt, expiresAt }: StoredKey, now: Date): KeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active';
}

/** Selects keys with the names of their accounts. */
export function selectKeys(query: Queries) {
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

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['execute']>>[number];

const Permissions = z.array(Permission);
const Origins = z.array(z.string());
const StoredPrivateBooks = z.union([z.literal('all'), z.literal('unlisted'), z.array(z.string())]);

export function toStoredKey(row: KeyRow): StoredKey {
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
