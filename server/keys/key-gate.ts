import type { Database } from '../db/open.ts';
import { addressLimit } from './address-limit.ts';
import { isUsable, keyFinder, usableCaller } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { burstLimit, noBurstLimit } from './burst-limit.ts';
import { embedLimit, noEmbedLimit } from './embed-limit.ts';
import { quota } from './quota.ts';
import { quotaGate } from './quota-gate.ts';
import { quotaStore } from './quota-store.ts';
import type { QuotaWarnings } from './quota-warnings.ts';
import { keyStore } from './store.ts';

/** Requests a minute that one address has without a key. */
const strangersPerMinute = 60;

/** All that a request's way through the pipeline needs of the keys. */
export function keyGate(
  db: Database,
  now: () => Date,
  hasBurstLimit: boolean,
  warnings: Pick<QuotaWarnings, 'notice'>,
) {
  const store = keyStore(db);
  const countEmbed = hasBurstLimit ? embedLimit() : noEmbedLimit;
  const countStranger = addressLimit(strangersPerMinute);
  return {
    findCaller: keyFinder(store, now),
    countStranger: (address: string) => countStranger(address, now().getTime()),
    ...quotaGate(
      quota(quotaStore(db), now),
      warnings,
      hasBurstLimit ? burstLimit() : noBurstLimit,
      now,
    ),
    checkRights: authorize,

    /** Counts an opened book against the address. Fails: `burst`. */
    countEmbed: (id: string, address: string) => countEmbed(id, address, now().getTime()),
    /** The key with this id. Fails: `key_invalid`, `key_revoked`, `key_expired`. */
    findCallerById: async (keyId: string) => usableCaller(await store.find(keyId), now()),

    /** Whether the key with this id may still be used: a session outlives no key. */
    async isKeyUsable(keyId: string): Promise<boolean> {
      const key = await store.find(keyId);
      return key !== null && isUsable(key, now());
    },
  };
}
