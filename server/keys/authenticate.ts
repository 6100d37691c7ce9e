import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';
import type { Caller } from '../http/caller.ts';
import { hashKey, isKeyText } from './key-text.ts';
import type { KeyStore, StoredKey } from './store.ts';

/** How long a key is taken as last read; a revocation reaches every process within it. */
const freshMs = 500;
const keysKept = 10_000;

/**
 * Finds the key of an `Authorization` header.
 * Fails: `key_missing`, `key_invalid`, `key_revoked`, `key_expired`.
 */
export function keyFinder(
  store: KeyStore,
  now: () => Date,
): (authorization: string | undefined) => Promise<Caller> {
  const known = new LRUCache<string, { key: StoredKey | null }>({
    max: keysKept,
    ttl: freshMs,
    fetchMethod: async (hash) => ({ key: await store.findByHash(hash) }),
  });

  return async (authorization) => {
    const text = bearerOf(authorization);
    // Junk costs no look-up.
    const found = isKeyText(text) ? await known.fetch(hashKey(text)) : null;
    return usableCaller(found?.key ?? null, now());
  };
}

/** Who calls with a key. Fails: `key_invalid` when there is none, `key_revoked`, `key_expired`. */
export function usableCaller(key: StoredKey | null, now: Date): Caller {
  if (!key) throw refusal('key_invalid', 'This is not a key of this service.');
  if (key.revokedAt) throw refusal('key_revoked', `Key ${key.id} was revoked on ${key.revokedAt}.`);
  if (isExpired(key, now)) {
    throw refusal('key_expired', `Key ${key.id} expired on ${key.expiresAt}.`);
  }
  return toCaller(key);
}

/** Whether the key may still be used: neither revoked nor expired. */
export function isUsable(key: StoredKey, now: Date): boolean {
  return key.revokedAt === null && !isExpired(key, now);
}

function toCaller({ id, ...key }: StoredKey): Caller {
  return { ...key, keyId: id };
}

function isExpired({ expiresAt }: StoredKey, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

function bearerOf(authorization: string | undefined): string {
  if (!authorization) {
    throw refusal('key_missing', 'Send your API key: Authorization: Bearer KEY.');
  }
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (!text) throw refusal('key_invalid', 'The header must read: Authorization: Bearer KEY.');
  return text;
}

function refusal(
  code: 'key_missing' | 'key_invalid' | 'key_revoked' | 'key_expired',
  message: string,
): Failure {
  return new Failure(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
