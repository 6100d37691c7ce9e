import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { AffiliateConversion, ConversionState, SaleConversion } from './contract.ts';
import { Exact, toMinor } from './commission.ts';

export type ConversionRow = AffiliateTables['conversions'];

/** Where a conversion stands at `now`, ISO 8601: approval comes by time alone. */
export function stateOf(
  row: Pick<
    ConversionRow,
    'reason' | 'quantity' | 'refunded_quantity' | 'payout_id' | 'approves_at'
  >,
  now: string,
): ConversionState {
  if (row.reason !== null) return 'refused';
  if (row.refunded_quantity === row.quantity) return 'reversed';
  if (row.payout_id !== null) return 'paid';
  return row.approves_at <= now ? 'approved' : 'pending';
}

/** As a sale shows it. */
export function toSaleConversion(
  row: ConversionRow,
  code: string | null,
  now: string,
): SaleConversion {
  return {
    id: row.id,
    affiliateId: row.partner_id,
    code,
    campaign: row.campaign,
    sub: row.sub,
    rate: row.rate,
    commission: { amount: row.commission, currency: row.currency },
    state: stateOf(row, now),
    reason: row.reason,
  };
}

export function toConversion(
  row: ConversionRow,
  code: string | null,
  now: string,
): AffiliateConversion {
  const money = (copies: number) => ({
    amount: toMinor(new Exact(row.unit_price).times(copies), row.currency),
    currency: row.currency,
  });
  return {
    ...toSaleConversion(row, code, now),
    saleId: row.sale_id,
    bookId: row.book_id,
    clickId: row.click_id,
    traceId: row.trace_id,
    chapter: row.chapter,
    sold: money(row.quantity),
    net: money(row.quantity - row.refunded_quantity),
    rounding: { amount: row.rounding, currency: row.currency },
    payoutId: row.payout_id,
    approvesAt: row.approves_at,
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
  };
}
