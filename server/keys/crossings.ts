import { type QuotaWarning, quotaThresholds } from './contract.ts';
import type { Standing } from './standing.ts';
import { endOfDay, endOfMonth } from './windows.ts';

/** A threshold that is reached in one window of a quota. */
export interface Crossing extends Pick<QuotaWarning, 'window' | 'threshold' | 'used' | 'limit'> {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  period: string;
  end: Date;
}

const nothing: readonly Crossing[] = [];

/** What is reached, the lower threshold first. Costs next to nothing while little is used. */
export function crossingsOf(standing: Standing): readonly Crossing[] {
  const { usedToday, dailyLimit, usedThisMonth, monthlyLimit } = standing;
  const [lowest] = quotaThresholds;
  const isDayFar = usedToday * 100 < dailyLimit * lowest;
  if (isDayFar && usedThisMonth * 100 < monthlyLimit * lowest) return nothing;
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
