import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import type { EventLog } from '../events/event-log.ts';
import { type QuotaWarning, quotaThresholds } from './contract.ts';
import { Tier } from '../values/permissions.ts';
import { quotaStore } from './quota-store.ts';
import { type QuotaUsage, endOfDay, endOfMonth } from './quota-usage.ts';

const noCrossings: readonly ThresholdCrossing[] = [];
export interface QuotaWarningsContext {
  db: Database;
  now: () => Date;
  events: EventLog;
  /** The request goes on: what was not told is told with the next one, or by a worker. */
  onError: (error: unknown) => void;
}

export type QuotaWarnings = ReturnType<typeof quotaWarnings>;

/** Warnings that this process knows to have been told. */
const maxRememberedWarnings = 100_000;
/** A window that ended before is nobody's concern any more. */
const maxWarningAgeMs = 2 * 86_400_000;

/** Tells an account when a quota of it reaches a threshold: once in each window, whoever notices. */
export function quotaWarnings({ db, now, events, onError }: QuotaWarningsContext) {
  // Counted as a size: `max` would take the memory of all of them at once.
  const told = new LRUCache<string, true>({
    maxSize: maxRememberedWarnings,
    sizeCalculation: () => 1,
  });

  /** The row is the guard: of all who notice, one inserts it, and the event is of the same commit. */
  async function tellOnce(quotaId: string, crossing: ThresholdCrossing): Promise<void> {
    const { period, threshold, window, used, limit, end } = crossing;
    await db.transaction(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('quota_warnings')
        .values({ quota_id: quotaId, period, threshold, told_at: now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return;
      const key = await tx
        .selectFrom('api_keys')
        .select(['id', 'account_id', 'tier'])
        .where('quota_id', '=', quotaId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!key) return;
      const object: QuotaWarning = {
        keyId: key.id,
        tier: Tier.parse(key.tier),
        window,
        threshold,
        used,
        limit,
        resetsAt: end.toISOString(),
      };
      await events.append(tx, {
        type: 'quota.threshold_reached',
        accountId: key.account_id,
        resourceId: key.id,
        bookId: null,
        isPublic: false,
        object,
      });
    });
  }

  async function tell(quotaId: string, crossings: readonly ThresholdCrossing[]): Promise<void> {
    for (const crossing of crossings) {
      const name = `${quotaId} ${crossing.period} ${crossing.threshold}`;
      if (told.has(name)) continue;
      told.set(name, true);
      try {
        await tellOnce(quotaId, crossing);
      } catch (error) {
        told.delete(name);
        onError(error);
      }
    }
  }

  return {
    /** Tells of what the standing has reached; never throws. Null where there is nothing to tell. */
    warnIfReached(quotaId: string, standing: QuotaUsage): Promise<void> | null {
      const crossings = findCrossings(standing);
      return crossings.length === 0 ? null : tell(quotaId, crossings);
    },

    /** Tells of what a process that died had counted and not told. */
    async catchUp(): Promise<void> {
      const since = new Date(now().getTime() - maxWarningAgeMs);
      for (const { quotaId, usage } of await quotaStore(db).listNearLimit()) {
        await tell(
          quotaId,
          findCrossings(usage).filter(({ end }) => end > since),
        );
      }
    },
  };
}

/** A threshold that is reached in one window of a quota. */
interface ThresholdCrossing extends Pick<QuotaWarning, 'window' | 'threshold' | 'used' | 'limit'> {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  period: string;
  end: Date;
}

/** What is reached, the lower threshold first. Costs next to nothing while little is used. */
function findCrossings(standing: QuotaUsage): readonly ThresholdCrossing[] {
  const { usedToday, dailyLimit, usedThisMonth, monthlyLimit } = standing;
  const [lowest] = quotaThresholds;
  const isDayFar = usedToday * 100 < dailyLimit * lowest;
  if (isDayFar && usedThisMonth * 100 < monthlyLimit * lowest) return noCrossings;
  const { day, month } = standing;
  const windows = [
    { window: 'day', used: usedToday, limit: dailyLimit, period: day, end: endOfDay(day) },
    {
      window: 'month',
      used: usedThisMonth,
      limit: monthlyLimit,
      period: month,
      end: endOfMonth(month),
    },
  ] as const;
  return windows.flatMap((one) =>
    quotaThresholds
      .filter((threshold) => one.used * 100 >= one.limit * threshold)
      .map((threshold) => ({ ...one, threshold })),
  );
}
