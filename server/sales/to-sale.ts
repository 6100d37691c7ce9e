import type { SaleConversion } from '../affiliates/contract.ts';
import type { WriteTables } from '../db/write-tables.ts';
import { multiplyMoney } from '../values/money.ts';
import type { Sale } from './contract.ts';

export type SaleRow = WriteTables['sales'];
export type RefundRow = WriteTables['sale_refunds'];
export type RatesRow = WriteTables['sale_rates'];

/**
 * Converts a sale for the API and events. Amounts are exact because they are whole multiples of the
 * unit price.
 */
export function toSale(
  row: SaleRow,
  refunds: RefundRow[],
  rates: RatesRow,
  conversion: SaleConversion | null,
): Sale {
  const unitPrice = { amount: row.unit_price, currency: row.currency };
  return {
    id: row.id,
    orderId: row.order_id,
    bookId: row.book_id,
    quantity: row.quantity,
    unitPrice,
    total: multiplyMoney(unitPrice, row.quantity),
    state: saleState(row),
    refundedQuantity: row.refunded_quantity,
    refunded: multiplyMoney(unitPrice, row.refunded_quantity),
    refunds: refunds.map(({ id, quantity, reason, created_at: createdAt }) => ({
      id,
      quantity,
      amount: multiplyMoney(unitPrice, quantity),
      reason,
      createdAt,
    })),
    clickId: row.click_id,
    couponCode: row.coupon_code,
    readerId: row.reader_id,
    traceId: row.trace_id,
    conversion,
    exchange: {
      date: rates.date,
      source: rates.source,
      base: rates.pivot,
      rate: requireRate(parseRates(rates), row.currency),
    },
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns a stored table's rates, by currency. */
export function parseRates({ rates }: RatesRow): Record<string, string> {
  return JSON.parse(rates) as Record<string, string>;
}

function requireRate(rates: Record<string, string>, currency: string): string {
  const rate = rates[currency];
  if (rate === undefined)
    throw new Error(`A sale in ${currency} was stored without its exchange rate.`);
  return rate;
}

function saleState({ quantity, refunded_quantity: refunded }: SaleRow): Sale['state'] {
  if (refunded === 0) return 'completed';
  return refunded === quantity ? 'refunded' : 'partially_refunded';
}
