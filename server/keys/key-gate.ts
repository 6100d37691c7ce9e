import type { Database } from '../db/open.ts';
import { addressLimit, embedLimit, noEmbedLimit } from './address-limits.ts';
import { isUsableKey, callerFinder, requireUsableKey, checkRights } from './key-access.ts';
import { burstLimit, noBurstLimit, type BurstLimit } from './burst-limit.ts';
import { quotaCounter, type QuotaCounter, type QuotaOwner } from './quota-counter.ts';
import { quotaStore } from './quota-store.ts';
import type { QuotaWarnings } from './quota-warnings.ts';
import { keyStore } from './store.ts';
import { Failure } from '../failure.ts';
import type { QuotaGate, QuotaReceipt } from '../http/quota-hooks.ts';
import { quotaHeaders, type QuotaUsage, toUsage, quotaExceeded } from './quota-usage.ts';

/** Requests a minute that one address has without a key. */
const anonymousRequestsPerMinute = 60;

export type KeyGate = ReturnType<typeof keyGate>;

/** All that a request's way through the pipeline needs of the keys. */
export function keyGate(
  db: Database,
  now: () => Date,
  hasBurstLimit: boolean,
  warnings: Pick<QuotaWarnings, 'warnIfReached'>,
) {
  const store = keyStore(db);
  const countEmbed = hasBurstLimit ? embedLimit() : noEmbedLimit;
  const countAnonymousRequest = addressLimit(anonymousRequestsPerMinute);
  return {
    findCaller: callerFinder(store, now),
    countAnonymousRequest: (address: string) => countAnonymousRequest(address, now().getTime()),
    ...quotaGate(
      quotaCounter(quotaStore(db), now),
      warnings,
      hasBurstLimit ? burstLimit() : noBurstLimit,
      now,
    ),
    checkRights: checkRights,

    /** Counts an opened book against the address. Fails: `burst`. */
    countEmbed: (id: string, address: string) => countEmbed(id, address, now().getTime()),
    /** The key with this id. Fails: `key_invalid`, `key_revoked`, `key_expired`. */
    findCallerById: async (keyId: string) => requireUsableKey(await store.find(keyId), now()),

    /** Whether the key with this id may still be used: a session outlives no key. */
    async isKeyUsable(keyId: string): Promise<boolean> {
      const key = await store.find(keyId);
      return key !== null && isUsableKey(key, now());
    },
  };
}

/** Decides for every request of a known key whether it passes, and counts it. */
function quotaGate(
  quota: QuotaCounter,
  warnings: Pick<QuotaWarnings, 'warnIfReached'>,
  passesBurst: BurstLimit,
  now: () => Date,
): QuotaGate {
  const shown = (standing: QuotaUsage) => ({
    usage: toUsage(standing),
    headers: quotaHeaders(standing, now()),
  });

  /** Fails: `burst`, or the quota's own code when that is used up too, as its wait is longer. */
  async function admit(owner: QuotaOwner, isCounted: boolean) {
    const waitMs = passesBurst(owner, now().getTime());
    if (waitMs === 0) return;
    const standing = await quota.read(owner);
    const { remainingToday, remainingThisMonth } = toUsage(standing);
    if (isCounted && Math.min(remainingToday, remainingThisMonth) === 0) {
      throw quotaExceeded(standing, now());
    }
    throw new Failure('burst', 'Too many requests at once: spread them over the second.', {
      headers: {
        ...quotaHeaders(standing, now()),
        'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
      },
    });
  }

  return {
    async consume(caller) {
      await admit(caller, true);
      const { isGranted, usage } = await quota.consume(caller);
      // Only the first to notice waits; in the usual case there is nothing to wait for.
      const telling = warnings.warnIfReached(caller.quotaId, usage);
      if (telling) await telling;
      if (!isGranted) throw quotaExceeded(usage, now());
      return {
        ...shown(usage),
        refund: async () => shown(await quota.refund(caller, usage)),
      };
    },

    async peek(caller): Promise<QuotaReceipt> {
      await admit(caller, false);
      const receipt = shown(await quota.read(caller));
      return { ...receipt, refund: async () => receipt };
    },
  };
}
