import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../values/escape-formula.ts';

type Cell = string | number | null;

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
  return stringify([header, ...lines], { record_delimiter: 'windows' });
}

function toCell(value: unknown): Cell {
  return typeof value === 'number' ? value : escapeFormula(typeof value === 'string' ? value : '');
}
