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
  /** Called if an event could not be written. The next request or `catchUp` retries it. */
  onError: (error: unknown) => void;
}

export type QuotaWarnings = ReturnType<typeof quotaWarnings>;

/** Maximum number of sent warnings that this process remembers. */
const maxRememberedWarnings = 100_000;
/** Windows that ended earlier get no event. */
const maxWarningAgeMs = 2 * 86_400_000;

/** Writes an event when a quota reaches a threshold, once per window across all processes. */
export function quotaWarnings({ db, now, events, onError }: QuotaWarningsContext) {
  // Use `maxSize` because `max` would allocate the memory for all entries in advance.
  const sent = new LRUCache<string, true>({
    maxSize: maxRememberedWarnings,
    sizeCalculation: () => 1,
  });

  /** Inserts a unique row in the same transaction so that only one process writes the event. */
  async function warnOnce(quotaId: string, crossing: ThresholdCrossing): Promise<void> {
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

  async function warn(quotaId: string, crossings: readonly ThresholdCrossing[]): Promise<void> {
    for (const crossing of crossings) {
      const name = `${quotaId} ${crossing.period} ${crossing.threshold}`;
      if (sent.has(name)) continue;
      sent.set(name, true);
      try {
        await warnOnce(quotaId, crossing);
      } catch (error) {
        sent.delete(name);
        onError(error);
      }
    }
  }

  return {
    /**
     * Writes events for the reached thresholds. Never throws. Returns null if no threshold is
     * reached.
     */
    warnIfReached(quotaId: string, usage: QuotaUsage): Promise<void> | null {
      const crossings = findCrossings(usage);
      return crossings.length === 0 ? null : warn(quotaId, crossings);
    },

    /** Writes events that a process could not write before it ended. */
    async catchUp(): Promise<void> {
      const since = new Date(now().getTime() - maxWarningAgeMs);
      for (const { quotaId, usage } of await quotaStore(db).listNearLimit()) {
        await warn(
          quotaId,
          findCrossings(usage).filter(({ end }) => end > since),
        );
      }
    },
  };
}

/** A threshold reached in one window of a quota. */
interface ThresholdCrossing extends Pick<QuotaWarning, 'window' | 'threshold' | 'used' | 'limit'> {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  period: string;
  end: Date;
}

/**
 * Returns the reached thresholds, lowest first. Returns early while usage is below all thresholds.
 */
function findCrossings(usage: QuotaUsage): readonly ThresholdCrossing[] {
  const { usedToday, dailyLimit, usedThisMonth, monthlyLimit } = usage;
  const [lowest] = quotaThresholds;
  const isDayFar = usedToday * 100 < dailyLimit * lowest;
  if (isDayFar && usedThisMonth * 100 < monthlyLimit * lowest) return noCrossings;
  const { day, month } = usage;
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
