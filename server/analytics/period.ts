import { Failure } from '../failure.ts';
import { dayMs } from '../values/time.ts';
import type { AnalyticsQuery, Interval } from './contract.ts';

const defaultDays = 30;
/** Limits the number of intervals in a series. */
const maxDays = { hour: 31, day: 3660, month: 36_600 } satisfies Record<Interval, number>;

/** Whole UTC days, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

/** @throws Failure `invalid_request`. */
export function periodOf(
  { from, to, interval }: Pick<AnalyticsQuery, 'from' | 'to' | 'interval'>,
  now: Date,
): Period {
  const last = to ?? now.toISOString().slice(0, 10);
  const first = from ?? addDays(last, 1 - defaultDays);
  if (first > last) {
    throw invalidParameter('from', `Must not be after the last day, ${last}. Got ${first}.`);
  }
  const days = countDays({ from: first, to: last });
  if (days > maxDays[interval]) {
    const detail = `Must be at most ${maxDays[interval]} days before the end with the interval ${interval}. Got ${days} days.`;
    throw invalidParameter('from', detail);
  }
  return { from: first, to: last };
}

/** Returns the equally long period directly before a period. */
export function periodBefore(period: Period): Period {
  const to = addDays(period.from, -1);
  return { from: addDays(to, 1 - countDays(period)), to };
}

/**
 * Returns the starts of all intervals in a period, such as `2026-11-21T09`, `2026-11-21` or
 * `2026-11`.
 */
export function intervalsIn(period: Period, interval: Interval): string[] {
  const days = daysIn(period);
  if (interval === 'day') return days;
  if (interval === 'month') return [...new Set(days.map((day) => day.slice(0, 7)))];
  return days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`),
  );
}

export function daysIn(period: Period): string[] {
  return Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index));
}

/** Returns the months that lie completely within a period. */
export function wholeMonthsIn(period: Period): string[] {
  const isIn = (day: string) => day >= period.from && day <= period.to;
  return intervalsIn(period, 'month').filter((month) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
    return isIn(`${month}-01`) && isIn(last);
  });
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

export function invalidParameter(parameter: string, detail: string): Failure {
  const errors = [{ parameter, detail }];
  return new Failure('invalid_request', `${parameter}: ${detail}`, { errors });
}
