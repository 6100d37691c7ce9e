import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';
import { type Caller, RefusedKey } from '../http/caller.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import type { KeyStore } from './store.ts';
import type { StoredKey } from './stored-key.ts';

/** How long a process caches a key, and thus the maximum time until a revocation takes effect. */
const keyCacheTtlMs = 500;
const maxCachedKeys = 10_000;

/**
 * Finds the key in an `Authorization` header.
 *
 * @throws Failure `key_missing`, `key_invalid`, `key_revoked`, `key_expired`.
 */
export function callerFinder(
  store: KeyStore,
  now: () => Date,
): (authorization: string | undefined) => Caller | Promise<Caller> {
  // `max` would allocate the memory for all entries in advance.
  const known = new LRUCache<string, { key: StoredKey | null }>({
    maxSize: maxCachedKeys,
    sizeCalculation: () => 1,
    ttl: keyCacheTtlMs,
    fetchMethod: async (hash) => ({ key: await store.findByHash(hash) }),
  });

  async function read(text: string, hash: string): Promise<Caller> {
    // Reject malformed keys without a database query.
    const found = isWellFormedKey(text) ? await known.fetch(hash) : null;
    return requireUsableKey(found?.key ?? null, now());
  }

  return (authorization) => {
    const text = readBearerToken(authorization);
    const hash = hashKey(text);
    const found = known.get(hash);
    return found ? requireUsableKey(found.key, now()) : read(text, hash);
  };
}

/**
 * Returns the caller for a valid key.
 *
 * @throws Failure `key_invalid` for null, `key_revoked`, `key_expired`.
 */
export function requireUsableKey(key: StoredKey | null, now: Date): Caller {
  if (!key) throw unauthorized('key_invalid', 'Unknown API key. Check that it is complete.');
  if (key.revokedAt)
    throw new RefusedKey(
      'key_revoked',
      `Key ${key.id} was revoked on ${key.revokedAt}. Use another key.`,
      toCaller(key),
    );
  if (key.suspendedAt) {
    throw new RefusedKey(
      'account_suspended',
      'The account of this key is suspended. Contact the operator of this server.',
      toCaller(key),
    );
  }
  if (isExpired(key, now)) {
    throw new RefusedKey(
      'key_expired',
      `Key ${key.id} expired on ${key.expiresAt}. Use another key.`,
      toCaller(key),
    );
  }
  return toCaller(key);
}

/** Whether the key is neither revoked nor expired. */
export function isUsableKey(key: StoredKey, now: Date): boolean {
  return key.revokedAt === null && key.suspendedAt === null && !isExpired(key, now);
}

function toCaller({ id, ...key }: StoredKey): Caller {
  return { ...key, keyId: id };
}

function isExpired({ expiresAt }: StoredKey, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

function readBearerToken(authorization: string | undefined): string {
  if (!authorization) {
    throw unauthorized('key_missing', 'No API key. Send the header: Authorization: Bearer KEY.');
  }
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (!text)
    throw unauthorized(
      'key_invalid',
      'Invalid Authorization header. It must have the form: Authorization: Bearer KEY.',
    );
  return text;
}

function unauthorized(code: 'key_missing' | 'key_invalid', message: string): Failure {
  return new Failure(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** A key's permissions and allowed origins. */
interface KeyRights {
  kind: 'secret' | 'publishable';
  permissions: readonly string[];
  allowedOrigins: readonly string[];
}

/**
 * Checks that a key has the permission and may be used from the origin.
 *
 * @param permission - Undefined for a route that accepts every key.
 * @param origin - `Origin` header, which only browsers send.
 * @throws Failure `secret_key_in_browser`, `origin_not_allowed`, `permission_denied`.
 */
export function checkRights(
  { kind, permissions, allowedOrigins }: KeyRights,
  permission: string | undefined,
  origin: string | undefined,
): void {
  if (origin !== undefined && kind === 'secret') {
    throw new Failure(
      'secret_key_in_browser',
      'A secret key was sent from a browser. Revoke it, then use a publishable key in the browser or ' +
        'call the API from your server.',
    );
  }
  if (origin !== undefined && !allowedOrigins.includes(origin)) {
    throw new Failure(
      'origin_not_allowed',
      origin === 'null'
        ? 'The page has no origin, because it is in a sandboxed frame or a local file. Add allow-same-origin to the frame’s sandbox, or frame the book’s served page.'
        : `This key cannot be used from ${origin}. Add the origin to a key, or use another key.`,
    );
  }
  if (permission !== undefined && !grants(permissions, permission)) {
    throw new Failure(
      'permission_denied',
      `This key lacks the permission ${permission}. Use a key that has it.`,
    );
  }
}

/** Whether permissions include one. `write` implies `read`. */
export function grants(permissions: readonly string[], wanted: string): boolean {
  const [action, resource] = wanted.split(':');
  return (
    permissions.includes(wanted) || (action === 'read' && permissions.includes(`write:${resource}`))
  );
}
