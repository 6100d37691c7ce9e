import type { Caller } from '../http/caller.ts';
import { isUsableKey, requireUsableKey } from './key-access.ts';
import { publishablePermissions } from './contract.ts';
import type { KeyContext } from './issue-key.ts';
import { hashKey } from './key-format.ts';
import type { StoredKey } from './stored-key.ts';

/** Revoked keys are replaced by a new one. More than a person revokes. */
const maxKeys = 1000;

/**
 * Returns the caller with which members of an account preview its books. Reading sessions belong to a key, so each account
 * has one for previews, whose text does not exist. A revoked key ends open previews, and the next one gets a new key.
 */
export async function previewCaller(context: KeyContext, accountId: string): Promise<Caller> {
  const { store, now } = context;
  for (let number = 0; number < maxKeys; number += 1) {
    // Not the hash of a well-formed key, so that no request can contain this key.
    const hash = hashKey(`preview ${accountId} ${number}`);
    const found = (await store.findByHash(hash)) ?? (await insert(context, accountId, hash));
    if (isUsableKey(found, now())) return requireUsableKey(found, now());
  }
  throw new Error(`Account ${accountId} has ${maxKeys} unusable preview keys.`);
}

async function insert(
  { store, newId, now }: KeyContext,
  accountId: string,
  hash: string,
): Promise<StoredKey> {
  const key = {
    id: newId('key'),
    accountId,
    quotaId: newId('quota'),
    tier: 'basic' as const,
    kind: 'publishable' as const,
    ending: '',
    permissions: publishablePermissions,
    allowedOrigins: [],
    privateBooks: [],
    createdAt: now().toISOString(),
    expiresAt: null,
    revokedAt: null,
    label: 'Console preview',
  };
  try {
    await store.insert(key, hash);
  } catch (error) {
    // A concurrent request has inserted it.
    const winner = await store.findByHash(hash);
    if (winner) return winner;
    throw error;
  }
  const stored = await store.findByHash(hash);
  if (!stored) throw new Error('The new preview key cannot be read.');
  return stored;
}
