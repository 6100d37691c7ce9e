import { Decimal } from 'decimal.js';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { minorUnits } from '../values/currencies.ts';
import { multiplyMoney } from '../values/money.ts';
import type { NewSale } from './contract.ts';
import { liveAccountOf } from '../values/environment.ts';

/**
 * Largest total of a sale in minor units, such as 10,000,000.00 EUR, unless the account allows
 * more.
 */
export const defaultMaxSaleAmount = 1_000_000_000;

/** Largest value that `svc accounts limits` accepts, which databases store exactly. */
export const highestMaxSaleAmount = 1_000_000_000_000_000;

/**
 * Rejects sales whose total exceeds the account's limit, which are usually errors in the unit.
 *
 * @throws Failure `invalid_request`.
 */
export async function checkSaleAmount(
  query: Queries,
  accountId: string,
  { unitPrice, quantity }: NewSale,
): Promise<void> {
  const { amount, currency } = multiplyMoney(unitPrice, quantity);
  const digits = minorUnits(currency) ?? 0;
  const total = new Decimal(amount).times(new Decimal(10).pow(digits));
  if (total.lte(defaultMaxSaleAmount)) return;
  const row = await query
    .selectFrom('accounts')
    .select('max_sale_amount')
    .where('id', '=', liveAccountOf(accountId) ?? accountId)
    .executeTakeFirst();
  const limit = Number(row?.max_sale_amount ?? defaultMaxSaleAmount);
  if (total.lte(limit)) return;
  const most = new Decimal(limit).div(new Decimal(10).pow(digits)).toFixed(digits);
  const detail =
    `The total of ${amount} ${currency} exceeds ${most} ${currency}, the most that this account may record in one ` +
    'sale. The operator can allow more with `svc accounts limits`.';
  throw new Failure('invalid_request', `/unitPrice/amount: ${detail}`, {
    errors: [{ pointer: '/unitPrice/amount', detail }],
  });
}
