import { tiers } from './contract.ts';
import { type Tier } from '../values/permissions.ts';
import { groupCommit } from '../db/group-commit.ts';
import type { QuotaStore } from './quota-store.ts';
import { type QuotaUsage, type QuotaWindows, windowsAt } from './quota-usage.ts';
import { hasDefinitelyFailed } from '../db/database-errors.ts';

/** An outage long enough to owe more has greater troubles. */
const maxPendingRefunds = 10_000;
/** Whose count a request goes to, and by which limits. */
export interface QuotaOwner {
  quotaId: string;
  tier: Tier;
}

export interface ConsumeResult {
  isGranted: boolean;
  usage: QuotaUsage;
}

export type QuotaCounter = ReturnType<typeof quotaCounter>;

/** Distinct quotas in one statement stay far below the parameters that the engines allow. */
const maxBatchSize = 2000;

/** Counts requests exactly, many in one statement. */
export function quotaCounter(store: QuotaStore, now: () => Date) {
  const { pay, payDebts } = quotaRefunds(store);
  return {
    /** Counts one request, if day and month have room for it. Throws when the database is away. */
    consume: groupCommit<QuotaOwner, ConsumeResult>(async (owners) => {
      const asks = [...Map.groupBy(owners, ({ quotaId }) => quotaId)]
        .map(([quotaId, [owner, ...others]]) => ({
          quotaId,
          requested: 1 + others.length,
          ...tierLimits(owner),
        }))
        .sort((one, other) => (one.quotaId < other.quotaId ? -1 : 1));
      const grants = await store.consume(asks, windowsAt(now()));
      void payDebts();
      const served = new Map<string, number>();
      return owners.map(({ quotaId }) => {
        const grant = grants.get(quotaId);
        if (!grant) throw new Error(`The statement answered nothing for quota ${quotaId}.`);
        const place = (served.get(quotaId) ?? 0) + 1;
        served.set(quotaId, place);
        const isGranted = place <= grant.granted;
        return {
          isGranted,
          usage: isGranted ? subtractRequests(grant.usage, grant.granted - place) : grant.usage,
        };
      });
    }, maxBatchSize),

    /** Takes back one request that was counted in these windows. Throws when it must wait. */
    refund: ({ quotaId }: QuotaOwner, counted: QuotaWindows) => pay(quotaId, counted),

    /** What is used now, without counting. */
    read: groupCommit<QuotaOwner, QuotaUsage>(async (owners) => {
      const stored = await store.read([...new Set(owners.map(({ quotaId }) => quotaId))]);
      const windows = windowsAt(now());
      return owners.map((owner) => usageIn(windows, stored.get(owner.quotaId), tierLimits(owner)));
    }, maxBatchSize),
  };
}

type Limits = Pick<QuotaUsage, 'dailyLimit' | 'monthlyLimit'>;

function tierLimits(owner: QuotaOwner | undefined): Limits {
  if (!owner) throw new Error('A group has at least one member.');
  const { dailyLimit, monthlyLimit } = tiers[owner.tier];
  return { dailyLimit, monthlyLimit };
}

/** The stored counts as of now: those of windows that have ended are nought. */
function usageIn(
  windows: QuotaWindows,
  stored: QuotaUsage | undefined,
  limits: Limits,
): QuotaUsage {
  const day = stored && stored.day >= windows.day ? stored.day : windows.day;
  const month = stored && stored.month >= windows.month ? stored.month : windows.month;
  return {
    day,
    usedToday: stored?.day === day ? stored.usedToday : 0,
    month,
    usedThisMonth: stored?.month === month ? stored.usedThisMonth : 0,
    ...limits,
  };
}

/** The standing before the last `count` of the granted requests were counted. */
function subtractRequests(standing: QuotaUsage, count: number): QuotaUsage {
  return {
    ...standing,
    usedToday: standing.usedToday - count,
    usedThisMonth: standing.usedThisMonth - count,
  };
}

interface PendingRefund {
  quotaId: string;
  counted: QuotaWindows;
}

/** Takes counted requests back; what the database refuses is owed until it takes statements again. */
function quotaRefunds(store: QuotaStore) {
  let debts: PendingRefund[] = [];

  async function pay({ quotaId, counted }: PendingRefund): Promise<QuotaUsage> {
    try {
      return await store.refund(quotaId, counted, 1);
    } catch (error) {
      // Given back twice would be a free request: where nobody knows, it stays counted.
      if (hasDefinitelyFailed(error) && debts.length < maxPendingRefunds)
        debts.push({ quotaId, counted });
      throw error;
    }
  }

  return {
    /** Takes back one request that was counted in these windows. Throws when it must wait. */
    pay: (quotaId: string, counted: QuotaWindows) => pay({ quotaId, counted }),

    /** Pays what is owed; call it when the database is known to answer. */
    async payDebts(): Promise<void> {
      const due = debts;
      debts = [];
      for (const debt of due) await pay(debt).catch(() => undefined);
    },
  };
}
