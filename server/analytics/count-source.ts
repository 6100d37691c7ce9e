import type { Interval } from './contract.ts';
import { type Dimension, dayKindFor, valueColumns } from './day-kinds.ts';
import { addDays, invalidParameter, type Period } from './period.ts';
import { hourDays } from './prune-analytics.ts';

export type Filters = Partial<Record<Dimension, string>>;

/** The rows from which numbers are read. */
export interface CountSource {
  table: 'analytics_hours' | 'analytics_days';
  /** The value of `analytics_days.kind`, or null for hours. */
  kind: string | null;
  /** Column of a dimension. */
  columns: Partial<Record<Dimension, string>>;
}

const hours: CountSource = {
  table: 'analytics_hours',
  kind: null,
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
 * The smallest table with these dimensions. Days have only some combinations, and hours have all of them for 90 days.
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
    return { table: 'analytics_days', kind: kind.code, columns };
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

/** Whether the rows of a source cover whole days of this period. */
export function timeRange({ table }: CountSource, { from, to }: Period): [string, string] {
  return table === 'analytics_days' ? [from, to] : [`${from}T00`, `${to}T23`];
}
