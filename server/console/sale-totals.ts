import { type Period, periodBefore } from '../analytics/period.ts';
import type { Queries } from '../db/open.ts';
import { sumSales } from '../sales/sale-sums.ts';
import type { SaleTotals } from './report-contract.ts';

/** Sums an account's sales in a period and in the one before it. */
export async function readSaleTotals(
  query: Queries,
  accountId: string,
  period: Period,
): Promise<SaleTotals> {
  const sumsIn = ({ from, to }: Period) =>
    sumSales(query, accountId, { from: startOfDay(from), to: endOfDay(to) });
  return { ...period, sums: await sumsIn(period), previous: await sumsIn(periodBefore(period)) };
}

export const startOfDay = (day: string) => `${day}T00:00:00.000Z`;
export const endOfDay = (day: string) => `${day}T23:59:59.999Z`;
