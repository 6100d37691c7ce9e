import { stringify } from 'csv-stringify/sync';
import type { RateHistory, RateList } from './contract.ts';

/** Formats rates with a header line and one line per rate (RFC 4180). */
export function ratesCsv(list: RateList): string {
  const { date, asOf, stale, source, base, rates, converted } = list;
  return toCsv(
    ['date', 'asOf', 'stale', 'source', 'base', 'quote', 'rate', 'amount'],
    Object.entries(rates).map(([quote, rate]) => {
      const amount = converted?.[quote]?.amount ?? '';
      return [date, asOf, String(stale), source, base, quote, rate, amount];
    }),
  );
}

/** Formats a history with a header line and one line per rate and day (RFC 4180). */
export function historyCsv({ base, points }: RateHistory): string {
  return toCsv(
    ['date', 'source', 'base', 'quote', 'rate'],
    points.flatMap(({ date, source, rates }) =>
      Object.entries(rates).map(([quote, rate]) => [date, source, base, quote, rate]),
    ),
  );
}

function toCsv(names: string[], rows: string[][]): string {
  return stringify([names, ...rows], { record_delimiter: 'windows' });
}
