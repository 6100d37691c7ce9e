import { Failure } from '../failure.ts';
import type { QuotaGate, Receipt } from '../http/spend-quota.ts';
import type { BurstLimit } from './burst-limit.ts';
import type { Quota, QuotaOwner } from './quota.ts';
import type { QuotaWarnings } from './quota-warnings.ts';
import { quotaHeaders, type Standing, usageOf, usedUp } from './standing.ts';

/** Decides for every request of a known key whether it passes, and counts it. */
export function quotaGate(
  quota: Quota,
  warnings: Pick<QuotaWarnings, 'notice'>,
  passesBurst: BurstLimit,
  now: () => Date,
): QuotaGate {
  const shown = (standing: Standing) => ({
    usage: usageOf(standing),
    headers: quotaHeaders(standing, now()),
  });

  /** Fails: `burst`, or the quota's own code when that is used up too, as its wait is longer. */
  async function admit(owner: QuotaOwner, isCounted: boolean) {
    const waitMs = passesBurst(owner, now().getTime());
    if (waitMs === 0) return;
    const standing = await quota.read(owner);
    const { remainingToday, remainingThisMonth } = usageOf(standing);
    if (isCounted && Math.min(remainingToday, remainingThisMonth) === 0) {
      throw usedUp(standing, now());
    }
    throw new Failure('burst', 'Too many requests at once: spread them over the second.', {
      headers: {
        ...quotaHeaders(standing, now()),
        'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
      },
    });
  }

  return {
    async spend(caller) {
      await admit(caller, true);
      const { isGranted, standing } = await quota.spend(caller);
      // Only the first to notice waits; in the usual case there is nothing to wait for.
      const telling = warnings.notice(caller.quotaId, standing);
      if (telling) await telling;
      if (!isGranted) throw usedUp(standing, now());
      return {
        ...shown(standing),
        giveBack: async () => shown(await quota.giveBack(caller, standing)),
      };
    },

    async observe(caller): Promise<Receipt> {
      await admit(caller, false);
      const receipt = shown(await quota.read(caller));
      return { ...receipt, giveBack: async () => receipt };
    },
  };
}
