import type { Database } from '../db/open.ts';
import {
  addressLimit,
  embedLimit,
  noEmbedLimit,
  noPageLimit,
  pageLimit,
} from './address-limits.ts';
import { isUsableKey, callerFinder, requireUsableKey, checkRights } from './key-access.ts';
import { burstLimit, noBurstLimit, type BurstLimit } from './rate-limits.ts';
import { quotaCounter, type QuotaCounter, type QuotaOwner } from './quota-counter.ts';
import { quotaStore } from './quota-store.ts';
import type { QuotaWarnings } from './quota-warnings.ts';
import { keyStore } from './store.ts';
import { tiers } from './contract.ts';
import { Failure } from '../failure.ts';
import type { QuotaGate, QuotaReceipt } from '../http/quota-hooks.ts';
import { quotaHeaders, type QuotaUsage, toUsage, quotaExceeded } from './quota-usage.ts';

/** Maximum number of requests per minute from one network without a valid key. */
const anonymousRequestsPerMinute = 60;

export type KeyGate = ReturnType<typeof keyGate>;

/** The request hooks' key checks: lookup, rights, quota and rate limits. */
export function keyGate(
  db: Database,
  now: () => Date,
  hasBurstLimit: boolean,
  warnings: Pick<QuotaWarnings, 'warnIfReached'>,
) {
  const store = keyStore(db);
  const countEmbed = hasBurstLimit ? embedLimit() : noEmbedLimit;
  const countPage = hasBurstLimit ? pageLimit() : noPageLimit;
  const countAnonymousRequest = addressLimit(anonymousRequestsPerMinute);
  return {
    findCaller: callerFinder(store, now),
    countAnonymousRequest: (address: string) => countAnonymousRequest(address, now().getTime()),
    ...quotaGate(quotaCounter(quotaStore(db), now), warnings, hasBurstLimit, now),
    checkRights: checkRights,

    /** Counts an opened book against the key and the IP address. @throws Failure `burst`. */
    countEmbed: (id: string, address: string) => countEmbed(id, address, now().getTime()),

    /** Counts a served page of a public book against the IP address. @throws Failure `burst`. */
    countPage: (address: string, isCached: boolean) =>
      countPage(address, isCached, now().getTime()),

    /**
     * Returns the caller with this key id.
     *
     * @throws Failure `key_invalid`, `key_revoked`, `key_expired`.
     */
    findCallerById: async (keyId: string) => requireUsableKey(await store.find(keyId), now()),

    /** Whether the key with this id is still valid. Sessions end with their key. */
    async isKeyUsable(keyId: string): Promise<boolean> {
      const key = await store.find(keyId);
      return key !== null && isUsableKey(key, now());
    },
  };
}

/**
 * Checks the rate limit and the quota for every request with a known key and counts the request.
 */
function quotaGate(
  quota: QuotaCounter,
  warnings: Pick<QuotaWarnings, 'warnIfReached'>,
  hasBurstLimit: boolean,
  now: () => Date,
): QuotaGate {
  const passesBurst: BurstLimit = hasBurstLimit ? burstLimit() : noBurstLimit;
  const policyOf = ({ tier }: QuotaOwner) => (hasBurstLimit ? tiers[tier] : null);
  const shown = (owner: QuotaOwner, current: QuotaUsage) => ({
    usage: toUsage(current),
    headers: quotaHeaders(current, now(), policyOf(owner)),
  });

  /**
   * @throws Failure `burst`, or `quota_daily` or `quota_monthly` if the quota is also used up,
   * because its wait is longer.
   */
  async function admit(owner: QuotaOwner, isCounted: boolean) {
    const waitMs = passesBurst(owner, now().getTime());
    if (waitMs === 0) return;
    const current = await quota.read(owner);
    const { remainingToday, remainingThisMonth } = toUsage(current);
    if (isCounted && Math.min(remainingToday, remainingThisMonth) === 0) {
      throw quotaExceeded(current, now(), policyOf(owner));
    }
    throw new Failure(
      'burst',
      'Too many requests per second. Slow down and retry after the number of seconds in `Retry-After`.',
      {
        headers: {
          ...quotaHeaders(current, now(), policyOf(owner)),
          'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
        },
      },
    );
  }

  return {
    async consume(caller) {
      await admit(caller, true);
      const { isGranted, usage } = await quota.consume(caller);
      // Usually null. Only the first request past a threshold waits.
      const warning = warnings.warnIfReached(caller.quotaId, usage);
      if (warning) await warning;
      if (!isGranted) throw quotaExceeded(usage, now(), policyOf(caller));
      return {
        ...shown(caller, usage),
        refund: async () => shown(caller, await quota.refund(caller, usage)),
      };
    },

    async peek(caller): Promise<QuotaReceipt> {
      await admit(caller, false);
      const receipt = shown(caller, await quota.read(caller));
      return { ...receipt, refund: async () => receipt };
    },
  };
}
