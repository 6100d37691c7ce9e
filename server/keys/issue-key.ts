import type { NewId } from '../db/id-generator.ts';
import { Failure } from '../failure.ts';
import { isUsableKey } from './key-access.ts';
import { allPermissions, publishablePermissions } from './contract.ts';
import { type Permission, type Tier } from '../values/permissions.ts';
import type { Environment } from '../values/environment.ts';
import { hashKey, type RandomBytes, generateKey } from './key-format.ts';
import type { KeyStore, StoredKey } from './store.ts';

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

/** Creates a key. @throws Failure `invalid_request`. */
export async function issueKey(making: KeyContext, order: NewKeyOptions): Promise<IssuedKey> {
  const { store, newId, now } = making;
  const { permissions, allowedOrigins } = validateRights(order);
  if (order.kind === 'secret' && order.privateBooks) {
    throw new Failure(
      'invalid_request',
      'A secret key sees all books of its account. Select books for publishable keys only.',
    );
  }
  if (order.expiresAt && order.expiresAt <= now()) {
    throw new Failure('invalid_request', 'The expiry date of a key must be in the future.');
  }
  const createdAt = now().toISOString();
  const liveAccountId = await store.findOrCreateAccount(order.account, newId('acc'), createdAt);
  const accountId =
    order.environment === 'test'
      ? await store.findOrCreateTestAccount(liveAccountId, createdAt)
      : liveAccountId;
  if (Array.isArray(order.privateBooks)) {
    await requireOwnBooks(store, accountId, order.account, order.privateBooks);
  }
  const text = generateKey(order.tier, order.kind, making.random);
  const key: StoredKey = {
    id: newId('key'),
    accountId,
    accountName: order.account,
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
    label: order.label ?? null,
    suspendedAt: null,
  };
  await store.insert(key, hashKey(text));
  return { text, key };
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

async function requireKey(store: KeyStore, keyId: string): Promise<StoredKey> {
  const key = await store.find(keyId);
  if (!key) throw new Failure('key_not_found', `No API key with id ${keyId}.`);
  return key;
}

async function requireOwnBooks(
  store: KeyStore,
  accountId: string,
  account: string,
  bookIds: string[],
): Promise<void> {
  const own = new Set(await store.findOwnBooks(accountId, bookIds));
  const foreign = bookIds.filter((id) => !own.has(id));
  if (foreign.length === 0) return;
  throw new Failure(
    'book_not_found',
    `Account ${account} has no book ${foreign.join(', ')}. List its books with: svc books list`,
  );
}

function validateRights(order: NewKeyOptions): Pick<StoredKey, 'permissions' | 'allowedOrigins'> {
  const origins = order.allowedOrigins ?? [];
  if (order.kind === 'secret') {
    if (origins.length > 0) {
      throw new Failure(
        'invalid_request',
        'A secret key cannot have allowed origins. Create a publishable key.',
      );
    }
    return { permissions: order.permissions ?? allPermissions, allowedOrigins: [] };
  }
  if (origins.length === 0) {
    throw new Failure('invalid_request', 'A publishable key requires at least one allowed origin.');
  }
  const permissions = order.permissions ?? publishablePermissions;
  const excess = permissions.filter((one) => !publishablePermissions.includes(one));
  if (excess.length > 0) {
    throw new Failure(
      'invalid_request',
      `A publishable key cannot have ${excess.join(', ')}. It can have ${publishablePermissions.join(' and ')}.`,
    );
  }
  return { permissions, allowedOrigins: [...new Set(origins.map(validateOrigin))] };
}

function validateOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Failure(
      'invalid_request',
      `${text} is not an origin. Use only a scheme, a host and an optional port, such as https://example.com.`,
    );
  }
  return url.origin;
}
