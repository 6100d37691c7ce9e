import { tiers } from './contract.ts';
import { type Tier } from '../values/permissions.ts';
import { groupCommit } from '../db/group-commit.ts';
import { newStatementId, type QuotaStore } from './quota-store.ts';
import { type QuotaUsage, type QuotaWindows, quotaTime } from './quota-usage.ts';
import { hasDefinitelyFailed } from '../db/database-errors.ts';

/** Maximum number of refunds kept during a database outage. Additional refunds are dropped. */
const maxPendingRefunds = 10_000;
/** The quota that counts a request, and its tier. */
export interface QuotaOwner {
  quotaId: string;
  tier: Tier;
}

export interface ConsumeResult {
  isGranted: boolean;
  usage: QuotaUsage;
}

export type QuotaCounter = ReturnType<typeof quotaCounter>;

/** Maximum number of quotas per statement. Well below the database engines' parameter limits. */
const maxBatchSize = 2000;

/** Counts requests exactly, with one statement per batch. */
export function quotaCounter(store: QuotaStore, now: () => Date) {
  const { pay, payDebts, undo } = quotaRefunds(store);
  return {
    /**
     * Counts one request if neither the daily nor the monthly quota is used up. Throws if the
     * database is unreachable.
     */
    consume: groupCommit<QuotaOwner, ConsumeResult>(async (owners) => {
      const asks = [...Map.groupBy(owners, ({ quotaId }) => quotaId)]
        .map(([quotaId, [owner, ...others]]) => ({
          quotaId,
          requested: 1 + others.length,
          ...tierLimits(owner),
        }))
        .sort((one, other) => (one.quotaId < other.quotaId ? -1 : 1));
      const statementId = newStatementId();
      const time = quotaTime(now());
      const grants = await store.consume(asks, time, statementId).catch((error: unknown) => {
        // The requests are not served, so they must not count if the statement was committed after
        // all.
        if (!hasDefinitelyFailed(error)) {
          for (const { quotaId } of asks) undo({ quotaId, counted: time.current, statementId });
        }
        throw error;
      });
      void payDebts();
      const served = new Map<string, number>();
      return owners.map(({ quotaId }) => {
        const grant = grants.get(quotaId);
        if (!grant) throw new Error(`The statement returned no row for quota ${quotaId}.`);
        const place = (served.get(quotaId) ?? 0) + 1;
        served.set(quotaId, place);
        const isGranted = place <= grant.granted;
        return {
          isGranted,
          usage: isGranted ? subtractRequests(grant.usage, grant.granted - place) : grant.usage,
        };
      });
    }, maxBatchSize),

    /** Subtracts one request in these windows. Throws if the refund is postponed. */
    refund: ({ quotaId }: QuotaOwner, counted: QuotaWindows) => pay(quotaId, counted),

    /** Returns the current usage without counting a request. */
    read: groupCommit<QuotaOwner, QuotaUsage>(async (owners) => {
      const time = quotaTime(now());
      const stored = await store.read([...new Set(owners.map(({ quotaId }) => quotaId))], time);
      const unused = { ...time.current, usedToday: 0, usedThisMonth: 0 };
      return owners.map((owner) => ({
        ...(stored.get(owner.quotaId) ?? unused),
        ...tierLimits(owner),
      }));
    }, maxBatchSize),
  };
}

type Limits = Pick<QuotaUsage, 'dailyLimit' | 'monthlyLimit'>;

function tierLimits(owner: QuotaOwner | undefined): Limits {
  if (!owner) throw new Error('The batch is empty.');
  const { dailyLimit, monthlyLimit } = tiers[owner.tier];
  return { dailyLimit, monthlyLimit };
}

/** Returns the usage before the last `count` granted requests. */
function subtractRequests(usage: QuotaUsage, count: number): QuotaUsage {
  return {
    ...usage,
    usedToday: usage.usedToday - count,
    usedThisMonth: usage.usedThisMonth - count,
  };
}

interface PendingRefund {
  quotaId: string;
  counted: QuotaWindows;
  statementId: string;
  /** Subtracts the requests that this statement granted, or one request for null. */
  undoes: string | null;
}

/** Subtracts requests. Retries later if the database is unreachable. */
function quotaRefunds(store: QuotaStore) {
  let debts: PendingRefund[] = [];

  async function pay(debt: PendingRefund): Promise<QuotaUsage | null> {
    const { quotaId, counted, statementId, undoes } = debt;
    try {
      const count = undoes === null ? 1 : await store.findGranted(quotaId, undoes);
      return count === 0 ? null : await store.refund(quotaId, counted, count, statementId);
    } catch (error) {
      // Refunds with the same id take effect only once, so a refund can be repeated even if its
      // outcome is unknown.
      if (debts.length < maxPendingRefunds) debts.push(debt);
      throw error;
    }
  }

  return {
    /** Subtracts one request in these windows. Throws if the refund is postponed. */
    async pay(quotaId: string, counted: QuotaWindows): Promise<QuotaUsage> {
      const usage = await pay({ quotaId, counted, statementId: newStatementId(), undoes: null });
      if (!usage) throw new Error('A refund of one request returns the usage.');
      return usage;
    },

    /**
     * Subtracts the requests of a statement with an unknown outcome, after the next successful
     * statement.
     */
    undo({ statementId, ...rest }: Omit<PendingRefund, 'undoes'>): void {
      if (debts.length < maxPendingRefunds) {
        debts.push({ ...rest, statementId: newStatementId(), undoes: statementId });
      }
    },

    /** Retries postponed refunds. Called after a successful statement. */
    async payDebts(): Promise<void> {
      const due = debts;
      debts = [];
      for (const debt of due) await pay(debt).catch(() => undefined);
    },
  };
}
