import { type Period, periodBefore } from '../analytics/period.ts';
import { listAccountBooks } from '../books/account-books.ts';
import type { Database } from '../db/open.ts';
import { sumSales } from '../sales/sale-sums.ts';
import type { SaleTotals } from './report-contract.ts';

/** Sums an account's sales in a period and in the one before it. */
export async function readSaleTotals(
  db: Database,
  accountId: string,
  period: Period,
): Promise<SaleTotals> {
  const sumsIn = ({ from, to }: Period) =>
    sumSales(db.query, accountId, { from: startOfDay(from), to: endOfDay(to) });
  return {
    ...period,
    sums: await sumsIn(period),
    previous: await sumsIn(periodBefore(period)),
    priceCurrency: await readPriceCurrency(db, accountId),
  };
}

/** Number of books in which a price is searched. */
const recentBooks = 20;

/** Returns the currency of an account's newest book with a price, or null without prices. */
export async function readPriceCurrency(db: Database, accountId: string): Promise<string | null> {
  const books = await listAccountBooks(db, accountId, {}, recentBooks, null);
  const prices = books.flatMap(({ metadata: { price } }) => (price ? [price] : []));
  return prices[0]?.currency ?? null;
}

export const startOfDay = (day: string) => `${day}T00:00:00.000Z`;
export const endOfDay = (day: string) => `${day}T23:59:59.999Z`;
