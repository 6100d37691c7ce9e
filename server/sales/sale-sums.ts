import type { Queries } from '../db/schema.ts';
import { ExactDecimal, roundToMinorUnits } from '../affiliates/commission.ts';

/** Sales of a period in one currency. Amounts are exact decimal strings. */
export interface SaleSum {
  currency: string;
  sales: number;
  /** Sold copies, including refunded ones. */
  copies: number;
  total: string;
  refunded: string;
  /** `total` minus `refunded`. */
  net: string;
}

/**
 * Sums an account's sales by currency, most sales first. Refunds count on the day of their sale.
 *
 * @param period - First and last instant, both inclusive. ISO 8601 in UTC.
 */
export async function sumSales(
  query: Queries,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<SaleSum[]> {
  // Databases would add decimal strings as floating-point numbers. Grouping by price is efficient
  // because most sales share a few prices.
  const rows = await query
    .selectFrom('sales')
    .where('account_id', '=', accountId)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<=', to)
    .select((eb) => [
      'currency',
      'unit_price',
      eb.fn.countAll().as('sales'),
      eb.fn.sum('quantity').as('copies'),
      eb.fn.sum('refunded_quantity').as('refunded'),
    ])
    .groupBy(['currency', 'unit_price'])
    .execute();
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, prices]) => {
    const amount = (name: 'copies' | 'refunded') =>
      prices.reduce(
        (sum, row) => sum.plus(new ExactDecimal(row.unit_price).times(Number(row[name]))),
        new ExactDecimal(0),
      );
    const [total, refunded] = [amount('copies'), amount('refunded')];
    return {
      currency,
      sales: prices.reduce((sum, row) => sum + Number(row.sales), 0),
      copies: prices.reduce((sum, row) => sum + Number(row.copies), 0),
      total: roundToMinorUnits(total, currency),
      refunded: roundToMinorUnits(refunded, currency),
      net: roundToMinorUnits(total.minus(refunded), currency),
    };
  });
  return sums.sort((one, other) => other.sales - one.sales);
}
