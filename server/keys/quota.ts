import { type Tier, tiers } from './contract.ts';
import { giveBack } from './give-back.ts';
import { groupCommit } from './group-commit.ts';
import type { QuotaStore } from './quota-store.ts';
import type { Standing } from './standing.ts';
import { type Windows, windowsAt } from './windows.ts';

/** Whose count a request goes to, and by which limits. */
export interface QuotaOwner {
  quotaId: string;
  tier: Tier;
}

export interface Spent {
  isGranted: boolean;
  standing: Standing;
}

export type Quota = ReturnType<typeof quota>;

/** Distinct quotas in one statement stay far below the parameters that the engines allow. */
const largestBatch = 2000;

/** Counts requests exactly, many in one statement. */
export function quota(store: QuotaStore, now: () => Date) {
  const { pay, payDebts } = giveBack(store);
  return {
    /** Counts one request, if day and month have room for it. Throws when the database is away. */
    spend: groupCommit<QuotaOwner, Spent>(async (owners) => {
      const asks = [...Map.groupBy(owners, ({ quotaId }) => quotaId)]
        .map(([quotaId, [owner, ...others]]) => ({
          quotaId,
          asked: 1 + others.length,
          ...limitsOf(owner),
        }))
        .sort((one, other) => (one.quotaId < other.quotaId ? -1 : 1));
      const grants = await store.spend(asks, windowsAt(now()));
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
          standing: isGranted ? minus(grant.standing, grant.granted - place) : grant.standing,
        };
      });
    }, largestBatch),

    /** Takes back one request that was counted in these windows. Throws when it must wait. */
    giveBack: ({ quotaId }: QuotaOwner, counted: Windows) => pay(quotaId, counted),

    /** What is used now, without counting. */
    read: groupCommit<QuotaOwner, Standing>(async (owners) => {
      const stored = await store.read([...new Set(owners.map(({ quotaId }) => quotaId))]);
      const windows = windowsAt(now());
      return owners.map((owner) => standingIn(windows, stored.get(owner.quotaId), limitsOf(owner)));
    }, largestBatch),
  };
}

type Limits = Pick<Standing, 'dailyLimit' | 'monthlyLimit'>;

function limitsOf(owner: QuotaOwner | undefined): Limits {
  if (!owner) throw new Error('A group has at least one member.');
  const { dailyLimit, monthlyLimit } = tiers[owner.tier];
  return { dailyLimit, monthlyLimit };
}

/** The stored counts as of now: those of windows that have ended are nought. */
function standingIn(windows: Windows, stored: Standing | undefined, limits: Limits): Standing {
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
function minus(standing: Standing, count: number): Standing {
  return {
    ...standing,
    usedToday: standing.usedToday - count,
    usedThisMonth: standing.usedThisMonth - count,
  };
}
