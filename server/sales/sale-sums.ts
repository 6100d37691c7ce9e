import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
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
 * Sales per statement. SQLite runs statements in this process, so no other request is served for
 * about 10 ms.
 */
const batchSize = 2500;

/** Position in an account's sales by time. */
interface Position {
  at: string;
  id: string;
}

/**
 * Sums an account's sales by currency, most sales first. Refunds count on the day of their sale.
 * Serves other requests between batches.
 *
 * @param period - First and last instant, both inclusive. ISO 8601 in UTC.
 */
export async function sumSales(
  query: Queries,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<SaleSum[]> {
  const sums = new Map<string, ReturnType<typeof emptySum>>();
  let after: Position = { at: from, id: '' };
  for (;;) {
    const rows = salesBetween(query, accountId, after, to);
    const last = await rows
      .select(['occurred_at as at', 'id'])
      .orderBy('occurred_at')
      .orderBy('id')
      .offset(batchSize - 1)
      .limit(1)
      .executeTakeFirst();
    await addPrices(sums, last ? rows.where(isUpTo(last)) : rows);
    if (!last) break;
    after = last;
    await setImmediate();
  }
  return [...sums]
    .map(([currency, { sales, copies, total, refunded }]) => ({
      currency,
      sales,
      copies,
      total: roundToMinorUnits(total, currency),
      refunded: roundToMinorUnits(refunded, currency),
      net: roundToMinorUnits(total.minus(refunded), currency),
    }))
    .sort((one, other) => other.sales - one.sales);
}

const emptySum = () => ({
  sales: 0,
  copies: 0,
  total: new ExactDecimal(0),
  refunded: new ExactDecimal(0),
});

function salesBetween(query: Queries, accountId: string, after: Position, to: string) {
  return query
    .selectFrom('sales')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(occurred_at, id) > (${after.at}, ${after.id})`)
    .where('occurred_at', '<=', to);
}

const isUpTo = ({ at, id }: Position) => sql<boolean>`(occurred_at, id) <= (${at}, ${id})`;

/**
 * Databases would add decimal strings as floating-point numbers. Grouping by price is efficient
 * because most sales share a few prices.
 */
async function addPrices(
  sums: Map<string, ReturnType<typeof emptySum>>,
  rows: ReturnType<typeof salesBetween>,
): Promise<void> {
  const prices = await rows
    .select((eb) => [
      'currency',
      'unit_price',
      eb.fn.countAll().as('sales'),
      eb.fn.sum('quantity').as('copies'),
      eb.fn.sum('refunded_quantity').as('refunded'),
    ])
    .groupBy(['currency', 'unit_price'])
    .execute();
  for (const { currency, unit_price: price, sales, copies, refunded } of prices) {
    const sum = sums.get(currency) ?? emptySum();
    const times = (quantity: unknown) => new ExactDecimal(price).times(Number(quantity));
    sums.set(currency, {
      sales: sum.sales + Number(sales),
      copies: sum.copies + Number(copies),
      total: sum.total.plus(times(copies)),
      refunded: sum.refunded.plus(times(refunded)),
    });
  }
}
