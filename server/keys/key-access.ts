import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';
import type { Caller } from '../http/caller.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import type { KeyStore, StoredKey } from './store.ts';

/** How long a key is taken as last read; a revocation reaches every process within it. */
const keyCacheTtlMs = 500;
const maxCachedKeys = 10_000;

/**
 * Finds the key of an `Authorization` header.
 * Fails: `key_missing`, `key_invalid`, `key_revoked`, `key_expired`.
 */
export function callerFinder(
  store: KeyStore,
  now: () => Date,
): (authorization: string | undefined) => Promise<Caller> {
  const known = new LRUCache<string, { key: StoredKey | null }>({
    max: maxCachedKeys,
    ttl: keyCacheTtlMs,
    fetchMethod: async (hash) => ({ key: await store.findByHash(hash) }),
  });

  return async (authorization) => {
    const text = readBearerToken(authorization);
    // Junk costs no look-up.
    const found = isWellFormedKey(text) ? await known.fetch(hashKey(text)) : null;
    return requireUsableKey(found?.key ?? null, now());
  };
}

/** Who calls with a key. Fails: `key_invalid` when there is none, `key_revoked`, `key_expired`. */
export function requireUsableKey(key: StoredKey | null, now: Date): Caller {
  if (!key) throw unauthorized('key_invalid', 'This is not a key of this service.');
  if (key.revokedAt)
    throw unauthorized('key_revoked', `Key ${key.id} was revoked on ${key.revokedAt}.`);
  if (isExpired(key, now)) {
    throw unauthorized('key_expired', `Key ${key.id} expired on ${key.expiresAt}.`);
  }
  return toCaller(key);
}

/** Whether the key may still be used: neither revoked nor expired. */
export function isUsableKey(key: StoredKey, now: Date): boolean {
  return key.revokedAt === null && !isExpired(key, now);
}

function toCaller({ id, ...key }: StoredKey): Caller {
  return { ...key, keyId: id };
}

function isExpired({ expiresAt }: StoredKey, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

function readBearerToken(authorization: string | undefined): string {
  if (!authorization) {
    throw unauthorized('key_missing', 'Send your API key: Authorization: Bearer KEY.');
  }
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (!text) throw unauthorized('key_invalid', 'The header must read: Authorization: Bearer KEY.');
  return text;
}

function unauthorized(
  code: 'key_missing' | 'key_invalid' | 'key_revoked' | 'key_expired',
  message: string,
): Failure {
  return new Failure(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** What a key may do, and from where. */
interface KeyRights {
  kind: 'secret' | 'publishable';
  permissions: readonly string[];
  allowedOrigins: readonly string[];
}

/**
 * Lets a key do what the route names, from where the request comes.
 * Fails: `secret_key_in_browser`, `origin_not_allowed`, `permission_denied`.
 *
 * @param permission - Undefined for a route that every key may use.
 * @param origin - The request's `Origin`; only browsers send one.
 */
export function checkRights(
  { kind, permissions, allowedOrigins }: KeyRights,
  permission: string | undefined,
  origin: string | undefined,
): void {
  if (origin !== undefined && kind === 'secret') {
    throw new Failure(
      'secret_key_in_browser',
      'A secret key must never reach a browser: revoke it, and use a publishable key there, ' +
        'or call from your own server.',
    );
  }
  if (origin !== undefined && !allowedOrigins.includes(origin)) {
    throw new Failure('origin_not_allowed', `This key may not be used from ${origin}.`);
  }
  if (permission !== undefined && !grants(permissions, permission)) {
    throw new Failure('permission_denied', `This key lacks the permission ${permission}.`);
  }
}

/** `write` implies `read`. */
function grants(permissions: readonly string[], wanted: string): boolean {
  const [action, resource] = wanted.split(':');
  return (
    permissions.includes(wanted) || (action === 'read' && permissions.includes(`write:${resource}`))
  );
}
