import type { Interval } from './contract.ts';
import { type Dimension, dayKindFor, monthCode, valueColumns } from './day-kinds.ts';
import { addDays, daysIn, invalidParameter, type Period, wholeMonthsIn } from './period.ts';
import { hourDays } from './prune-analytics.ts';

export type Filters = Partial<Record<Dimension, string>>;

/** The table rows from which numbers are read. */
export interface CountSource {
  table: 'analytics_hours' | 'analytics_days';
  /** The value of `analytics_days.kind`, or null for hours. */
  kind: string | null;
  /** The value of `analytics_days.kind` for the same rows by month, or null if there are none. */
  monthKind: string | null;
  /** Column of a dimension. */
  columns: Partial<Record<Dimension, string>>;
}

const hours: CountSource = {
  table: 'analytics_hours',
  kind: null,
  monthKind: null,
  columns: {
    book: 'book_id',
    deployment: 'deployment_id',
    affiliate: 'partner_id',
    campaign: 'campaign',
    language: 'language',
    country: 'country',
    device: 'device',
  },
};

/**
 * Returns the smallest table that has these dimensions. Days have only some combinations. Hours
 * have all combinations, but only for 90 days.
 *
 * @param earliest - First requested day, including the period for comparison.
 * @throws Failure `invalid_request` if no table has the combination in the period.
 */
export function countSource(
  wanted: readonly Dimension[],
  interval: Interval,
  { earliest, today }: { earliest: string; today: string },
): CountSource {
  const dimensions = [...new Set(wanted)];
  const kind = interval === 'hour' ? null : dayKindFor(dimensions);
  if (kind) {
    const columns = Object.fromEntries(
      kind.dimensions.map((dimension, index) => [dimension, valueColumns[index]]),
    );
    return { table: 'analytics_days', kind: kind.code, monthKind: monthCode(kind), columns };
  }
  const oldest = addDays(today, -hourDays);
  if (earliest >= oldest) return hours;
  const since = `are stored for ${hourDays} days, since ${oldest}. The request, with the period to compare, begins on ${earliest}.`;
  if (interval === 'hour') {
    throw invalidParameter('interval', `Hours ${since} Use day or month.`);
  }
  const names = dimensions.join(', ');
  throw invalidParameter(
    'from',
    `Numbers for the combination of ${names} ${since} Use a later day or fewer parameters.`,
  );
}

/** Rows of one table for part of a period. */
export interface Span {
  kind: string | null;
  /** First and last hour, or all days or months. */
  times: { first: string; last: string } | { list: string[] };
}

/**
 * Returns the rows that make up a period.
 *
 * @param isByDay - Whether every day is needed. If not, whole months are read from the rows by
 * month.
 */
export function spansOf(source: CountSource, period: Period, isByDay: boolean): Span[] {
  const { kind, monthKind } = source;
  const { from, to } = period;
  if (kind === null) return [{ kind, times: { first: `${from}T00`, last: `${to}T23` } }];
  if (monthKind === null || isByDay) return [{ kind, times: { list: daysIn(period) } }];
  const months = wholeMonthsIn(period);
  const days = daysIn(period).filter((day) => !months.includes(day.slice(0, 7)));
  return [
    { kind: monthKind, times: { list: months } },
    { kind, times: { list: days } },
  ].filter(({ times }) => times.list.length > 0);
}
