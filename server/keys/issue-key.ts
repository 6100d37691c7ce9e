import type { NewId } from '../db/id-generator.ts';
import { Failure } from '../failure.ts';
import { isUsableKey } from './key-access.ts';
import { type Permission, type Tier } from '../values/permissions.ts';
import type { Environment } from '../values/environment.ts';
import { hashKey, type RandomBytes, generateKey } from './key-format.ts';
import {
  rejectBooksOfSecretKey,
  requireFuture,
  requireOwnBooks,
  validateRights,
} from './key-rights.ts';
import type { KeyStore } from './store.ts';
import type { StoredKey } from './stored-key.ts';

/** Dependencies of key creation. */
export interface KeyContext {
  store: KeyStore;
  newId: NewId;
  random: RandomBytes;
  now: () => Date;
}

export interface NewKeyOptions {
  /** Name of the account. Created if missing. */
  account: string;
  tier: Tier;
  kind: 'secret' | 'publishable';
  /** Defaults to `live`. */
  environment?: Environment;
  /**
   * Defaults to `allPermissions` for a secret key and to `publishablePermissions` for a publishable
   * key.
   */
  permissions?: Permission[];
  /** Origins that may use a publishable key, such as `https://example.com`. */
  allowedOrigins?: string[];
  /** Private books of the account that a publishable key may see. Defaults to none. */
  privateBooks?: 'unlisted' | string[];
  expiresAt?: Date;
  /** Name that identifies the key in lists. */
  label?: string | null;
}

/** A new key. Its text is not stored and cannot be read again. */
export interface IssuedKey {
  text: string;
  key: StoredKey;
}

/** Creates a key. @throws Failure `invalid_request`, `book_not_found`. */
export async function issueKey(making: KeyContext, order: NewKeyOptions): Promise<IssuedKey> {
  const { store, newId, now } = making;
  validateRights(order);
  rejectBooksOfSecretKey(order.kind, order.privateBooks);
  requireFuture(order.expiresAt, now());
  const createdAt = now().toISOString();
  const liveAccountId = await store.findOrCreateAccount(order.account, newId('acc'), createdAt);
  return await issueKeyFor(making, { id: liveAccountId, name: order.account }, order);
}

/** Creates a key for an existing account. @throws Failure `invalid_request`, `book_not_found`. */
export async function issueKeyFor(
  making: KeyContext,
  account: { id: string; name: string },
  order: Omit<NewKeyOptions, 'account'>,
): Promise<IssuedKey> {
  const { store, newId, now } = making;
  const { permissions, allowedOrigins } = validateRights(order);
  rejectBooksOfSecretKey(order.kind, order.privateBooks);
  requireFuture(order.expiresAt, now());
  const createdAt = now().toISOString();
  const accountId =
    order.environment === 'test'
      ? await store.findOrCreateTestAccount(account.id, createdAt)
      : account.id;
  if (Array.isArray(order.privateBooks)) {
    await requireOwnBooks(store, accountId, account.name, order.privateBooks);
  }
  const text = generateKey(order.tier, order.kind, making.random);
  const key: StoredKey = {
    id: newId('key'),
    accountId,
    accountName: account.name,
    quotaId: newId('quota'),
    tier: order.tier,
    kind: order.kind,
    ending: text.slice(-4),
    permissions,
    allowedOrigins,
    privateBooks: order.kind === 'secret' ? 'all' : (order.privateBooks ?? []),
    createdAt,
    expiresAt: order.expiresAt?.toISOString() ?? null,
    revokedAt: null,
    label: order.label || null,
    suspendedAt: null,
  };
  await store.insert(key, hashKey(text));
  return { text, key };
}

/** Members that are omitted do not change. */
export interface KeyChanges {
  /** Null or empty for a key without a name. */
  label?: string | null;
  allowedOrigins?: string[];
  privateBooks?: 'unlisted' | string[];
  /** Null for a key that does not expire. */
  expiresAt?: Date | null;
}

/**
 * Changes a key. Takes effect in all processes within a second.
 *
 * @returns The key before and after the change, for an audit log.
 * @throws Failure `key_not_found`, `conflict`, `invalid_request`, `book_not_found`.
 */
export async function updateKey(
  { store, now }: Pick<KeyContext, 'store' | 'now'>,
  keyId: string,
  changes: KeyChanges,
): Promise<{ before: StoredKey; after: StoredKey }> {
  const before = await requireKey(store, keyId);
  if (!isUsableKey(before, now())) {
    throw new Failure(
      'conflict',
      `Key ${keyId} is revoked or expired and cannot be changed. Create a new key.`,
    );
  }
  const { allowedOrigins } = validateRights({
    ...before,
    allowedOrigins: changes.allowedOrigins ?? before.allowedOrigins,
  });
  rejectBooksOfSecretKey(before.kind, changes.privateBooks);
  requireFuture(changes.expiresAt, now());
  if (Array.isArray(changes.privateBooks)) {
    await requireOwnBooks(store, before.accountId, before.accountName, changes.privateBooks);
  }
  const after: StoredKey = {
    ...before,
    label: changes.label === undefined ? before.label : changes.label || null,
    allowedOrigins,
    privateBooks: changes.privateBooks ?? before.privateBooks,
    expiresAt:
      changes.expiresAt === undefined
        ? before.expiresAt
        : (changes.expiresAt?.toISOString() ?? null),
  };
  await store.update(after);
  return { before, after };
}

/**
 * Creates a key with the account, tier, rights and quota of an existing key. The old key remains
 * valid for the grace period.
 *
 * @throws Failure `key_not_found`, `conflict`.
 */
export async function rotateKey(
  { store, newId, random, now }: KeyContext,
  keyId: string,
  graceSeconds: number,
): Promise<IssuedKey & { predecessorExpiresAt: string }> {
  const old = await requireKey(store, keyId);
  if (!isUsableKey(old, now())) {
    throw new Failure(
      'conflict',
      `Key ${keyId} is revoked or expired and cannot be rotated. Create a new key.`,
    );
  }
  const text = generateKey(old.tier, old.kind, random);
  const key: StoredKey = {
    ...old,
    id: newId('key'),
    ending: text.slice(-4),
    createdAt: now().toISOString(),
  };
  const graceEnd = new Date(now().getTime() + graceSeconds * 1000).toISOString();
  const predecessorExpiresAt =
    old.expiresAt !== null && old.expiresAt < graceEnd ? old.expiresAt : graceEnd;
  await store.replace(keyId, predecessorExpiresAt, key, hashKey(text));
  return { text, key, predecessorExpiresAt };
}

/**
 * Revokes a key permanently. Takes effect in all processes within a second.
 *
 * @throws Failure `key_not_found`.
 */
export async function revokeKey(
  { store, now }: Pick<KeyContext, 'store' | 'now'>,
  keyId: string,
): Promise<StoredKey> {
  await requireKey(store, keyId);
  await store.revoke(keyId, now().toISOString());
  return await requireKey(store, keyId);
}

/** @throws Failure `key_not_found`. */
export async function requireKey(store: KeyStore, keyId: string): Promise<StoredKey> {
  const key = await store.find(keyId);
  if (!key) throw new Failure('key_not_found', `No API key with id ${keyId}.`);
  return key;
}
