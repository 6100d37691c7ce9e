import { csvLines } from '../values/csv.ts';
import type { SignedMoney, AffiliateReport, ReportFigures, ReportRow } from './contract.ts';

const countColumns = ['impressions', 'opens', 'samplesFinished', 'clicks', 'conversions'] as const;
const amountColumns = [
  'sales',
  'refunds',
  'net',
  'commission',
  'pending',
  'approved',
  'paid',
] as const satisfies (keyof ReportFigures)[];

/**
 * Formats a report with a header line and one line per row and currency (RFC 4180). Counts appear
 * only in a row's first line, so every column can be summed.
 */
export function reportCsv({ groupBy, rows }: AffiliateReport): string {
  const names = [groupBy, 'label', ...countColumns, 'currency', ...amountColumns];
  return csvLines([names, ...rows.flatMap(toCsvLines)]);
}

function toCsvLines(row: ReportRow): string[][] {
  const currencies = row.sales.length > 0 ? row.sales.map(({ currency }) => currency) : [''];
  return currencies.map((currency, index) => [
    row.key ?? '',
    row.label,
    ...countColumns.map((name) => String(index === 0 ? row[name] : 0)),
    currency,
    ...amountColumns.map((name) => amountIn(row[name], currency)),
  ]);
}

function amountIn(list: SignedMoney[], currency: string): string {
  return list.find((one) => one.currency === currency)?.amount ?? '0';
}
