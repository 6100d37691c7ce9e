import { type CsvCell, csvLines } from '../values/csv.ts';

/** A report whose rows become CSV lines. */
export interface CsvReport {
  groupBy: string | null;
  series: Readonly<Record<string, unknown>>[];
  groups: Readonly<Record<string, unknown>>[] | null;
}

/**
 * Formats the groups of a report, or its intervals if it has no groups, as CSV with a header line
 * (RFC 4180). Missing numbers are empty.
 *
 * @param names - Names of the numbers.
 */
export function analyticsCsv({ groupBy, series, groups }: CsvReport, names: string[]): string {
  const keys = groups ? ['key', 'label'] : ['start'];
  const header = groups ? [groupBy ?? 'key', 'label', ...names] : ['start', ...names];
  const lines = (groups ?? series).map((row) =>
    [...keys, ...names].map((name) => toCell(row[name])),
  );
  return csvLines([header, ...lines]);
}

function toCell(value: unknown): CsvCell {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
