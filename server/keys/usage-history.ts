import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { dayMs, oldestUsageDay } from '../values/time.ts';

/** First and last UTC day, both inclusive, as `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

/** Requests counted in one UTC day. */
export interface DayUsage {
  /** `YYYY-MM-DD` */
  date: string;
  requests: number;
}

export type UsageHistory = ReturnType<typeof usageHistory>;

/**
 * Usage by day, from the exact counts of the quotas and including requests of the current day.
 * Rotated keys share one quota, so the usage of a key includes that of its predecessors and
 * successors.
 */
export function usageHistory(db: Database) {
  /** @param quotas - Selects the ids of the quotas. */
  const read = async (quotas: RawBuilder<unknown>, range: DayRange): Promise<DayUsage[]> => {
    // A quota's last day is in `quotas` and its earlier days are in `usage_days`. One statement
    // reads both, so a day that ends at this moment is counted once.
    const { rows } = await sql<DayUsage>`
      select day as date, sum(used) as requests from (
        select day, used from usage_days
          where quota_id in (${quotas}) and day between ${range.from} and ${range.to}
        union all
        select day, used_today as used from quotas
          where id in (${quotas}) and day between ${range.from} and ${range.to}
      ) as days group by day`.execute(db.query);
    const counts = new Map(rows.map(({ date, requests }) => [date, requests]));
    return daysOf(range).map((date) => ({ date, requests: counts.get(date) ?? 0 }));
  };

  return {
    /** Usage of a key's quota, with one entry for each day of the range. */
    ofQuota: (quotaId: string, range: DayRange) => read(sql`select ${quotaId}`, range),

    /**
     * Usage of all keys of an account, including revoked ones, with one entry for each day of the
     * range.
     *
     * @param accountId - A live account or a test environment.
     */
    ofAccount: (accountId: string, range: DayRange) =>
      read(sql`select quota_id from api_keys where account_id = ${accountId}`, range),
  };
}

/**
 * Completes and checks a range. It defaults to the 30 days until today.
 *
 * @throws Failure `invalid_request` if the range is reversed, in the future or older than the
 * stored history.
 */
export function toDayRange(asked: Partial<DayRange>, now: Date): DayRange {
  const today = now.toISOString().slice(0, 10);
  const to = asked.to ?? today;
  const oldest = oldestUsageDay(now);
  const from = asked.from ?? laterOf(addDays(to, -29), oldest);
  if (to > today) throw invalid('to', `Must not be after today, ${today} (UTC), got ${to}.`);
  if (from > to) throw invalid('from', `Must not be after "to", ${to}, got ${from}.`);
  if (from < oldest) {
    throw invalid('from', `Must not be before ${oldest}, the oldest stored day, got ${from}.`);
  }
  return { from, to };
}

function daysOf({ from, to }: DayRange): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function invalid(parameter: string, detail: string): Failure {
  return new Failure('invalid_request', `${parameter}: ${detail}`, {
    errors: [{ parameter, detail }],
  });
}
