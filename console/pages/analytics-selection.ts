export const dimensions = [
  'book',
  'deployment',
  'affiliate',
  'campaign',
  'language',
  'country',
  'device',
] as const;
export type DimensionName = (typeof dimensions)[number];

export const periods = ['7', '30', '90', '365', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/**
 * The selection of the analytics page. Stored in the URL so that it can be shared and survives a
 * reload.
 */
export interface AnalyticsSelection {
  /** Number of days up to today, or `custom`. */
  period: PeriodName;
  /** First and last UTC day of a custom period, as `YYYY-MM-DD`. */
  from: string;
  to: string;
  groupBy: DimensionName;
  filters: Readonly<Partial<Record<DimensionName, string>>>;
}

const dayMs = 86_400_000;

export function readSelection(search: string, now: Date): AnalyticsSelection {
  const query = new URLSearchParams(search);
  const today = dayOf(now.getTime());
  const filters = dimensions.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return {
    period: periods.find((one) => one === query.get('period')) ?? '30',
    from: query.get('from') ?? dayOf(now.getTime() - 29 * dayMs),
    to: query.get('to') ?? today,
    groupBy: dimensions.find((one) => one === query.get('by')) ?? 'book',
    filters: Object.fromEntries(filters),
  };
}

/** Returns the query string of the page's URL. */
export function writeSelection(selection: AnalyticsSelection): string {
  const { period, from, to, groupBy, filters } = selection;
  return String(
    new URLSearchParams({
      period,
      ...(period === 'custom' && { from, to }),
      by: groupBy,
      ...filters,
    }),
  );
}

/** Returns the query of the report, without `groupBy`. */
export function reportQuery(selection: AnalyticsSelection, now: Date): URLSearchParams {
  const { period, filters } = selection;
  const today = dayOf(now.getTime());
  const days =
    period === 'custom'
      ? { from: selection.from, to: selection.to }
      : { from: dayOf(now.getTime() - (Number(period) - 1) * dayMs), to: today };
  const length = (Date.parse(days.to) - Date.parse(days.from)) / dayMs + 1;
  const isRecent = Date.parse(days.from) >= Date.parse(today) - 80 * dayMs;
  const interval = length <= 2 && isRecent ? 'hour' : length <= 92 ? 'day' : 'month';
  return new URLSearchParams({ ...days, interval, compare: 'previous', ...filters });
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
