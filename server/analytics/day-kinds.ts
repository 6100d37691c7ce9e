import type { Dimensions } from './beacon.ts';

export type Dimension = keyof Dimensions;

export interface DayKind {
  code: string;
  dimensions: readonly Dimension[];
}

/**
 * Combinations of dimensions stored by day, with their codes in `analytics_days.kind`. All other
 * combinations are stored only by hour. See `docs/decisions/0011-analytics-tables.md`.
 */
export const dayKinds: readonly DayKind[] = [
  { code: 'all', dimensions: [] },
  { code: 'b', dimensions: ['book'] },
  { code: 'd', dimensions: ['deployment'] },
  { code: 'p', dimensions: ['affiliate'] },
  { code: 'l', dimensions: ['language'] },
  { code: 'c', dimensions: ['country'] },
  { code: 'v', dimensions: ['device'] },
  { code: 'pm', dimensions: ['affiliate', 'campaign'] },
  { code: 'bd', dimensions: ['book', 'deployment'] },
  { code: 'bp', dimensions: ['book', 'affiliate'] },
  { code: 'bl', dimensions: ['book', 'language'] },
  { code: 'bc', dimensions: ['book', 'country'] },
  { code: 'bv', dimensions: ['book', 'device'] },
  { code: 'bpm', dimensions: ['book', 'affiliate', 'campaign'] },
];

/**
 * Codes of the combinations that can have many rows per day. These are also stored by month, with
 * the month in `day`, so that yearly reports read few rows.
 */
export function monthCode({ code, dimensions }: DayKind): string | null {
  const isLarge = dimensions.includes('book') || dimensions.includes('campaign');
  return isLarge ? `${code}:m` : null;
}

/** Columns of the values, in the order of the dimensions. */
export const valueColumns = ['a', 'b', 'c'] as const;

/** Returns the smallest stored combination that has all of these dimensions, or null. */
export function dayKindFor(wanted: readonly Dimension[]): DayKind | null {
  return (
    dayKinds
      .filter(({ dimensions }) => wanted.every((one) => dimensions.includes(one)))
      .sort((one, other) => one.dimensions.length - other.dimensions.length)[0] ?? null
  );
}

/**
 * Whether a reading has a row in this combination. Rows without a value are not stored because they
 * can be derived from rows with fewer dimensions. A campaign can have no affiliate.
 */
export function isStored(dimensions: readonly Dimension[], values: Dimensions): boolean {
  const last = dimensions.at(-1);
  return last === undefined || values[last] !== '';
}
