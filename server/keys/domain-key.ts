import { hashKey, generateKey } from './key-format.ts';
import { publishablePermissions } from './contract.ts';
import type { Database } from '../db/open.ts';
import type { KeyContext } from './issue-key.ts';
import { keyStore } from './store.ts';

/** Creates a publishable key for a host in a database or transaction, and returns its id. */
export type CreateDomainKey = (db: Database, accountId: string, host: string) => Promise<string>;

/**
 * Creates the keys for deployments' domains. Pages on a domain reference the key by id, so its text
 * is not stored. Pages of public books do not count toward the key's quota.
 */
export function domainKeyCreator({
  newId,
  random,
  now,
}: Omit<KeyContext, 'store'>): CreateDomainKey {
  return async (db, accountId, host) => {
    const text = generateKey('pro', 'publishable', random);
    const key = {
      id: newId('key'),
      accountId,
      quotaId: newId('quota'),
      tier: 'pro' as const,
      kind: 'publishable' as const,
      ending: text.slice(-4),
      permissions: publishablePermissions,
      allowedOrigins: [`https://${host}`],
      privateBooks: [],
      createdAt: now().toISOString(),
      expiresAt: null,
      revokedAt: null,
      label: host,
    };
    await keyStore(db).insert(key, hashKey(text));
    return key.id;
  };
}
