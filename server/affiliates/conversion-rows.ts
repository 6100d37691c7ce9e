import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { AffiliateConversion, ConversionState, SaleConversion } from './contract.ts';
import { ExactDecimal, roundToMinorUnits } from './commission.ts';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { z } from 'zod';
import type { Queries, Schema } from '../db/schema.ts';

/** Position at which a list page ends. */
export const ConversionPosition = z.object({ occurredAt: z.string(), id: z.string() });
export type ConversionRow = AffiliateTables['conversions'];

/** Returns a conversion's state at `now` (ISO 8601). Approval depends only on time. */
export function conversionState(
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

/** Returns a conversion as part of a sale. */
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
    state: conversionState(row, now),
    reason: row.reason,
  };
}

function toConversion(row: ConversionRow, code: string | null, now: string): AffiliateConversion {
  const money = (copies: number) => ({
    amount: roundToMinorUnits(new ExactDecimal(row.unit_price).times(copies), row.currency),
    currency: row.currency,
  });
  return {
    ...toSaleConversion(row, code, now),
    saleId: row.sale_id,
    bookId: row.book_id,
    clickId: row.click_id || null,
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

export type ConversionPosition = z.infer<typeof ConversionPosition>;

interface ConversionFilter {
  state?: ConversionState | undefined;
  /** First and last instant, both inclusive. ISO 8601 in UTC. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns a page of a partner's conversions, latest sale first, and their total number. */
export async function listConversions(
  query: Queries,
  partner: { id: string; code: string },
  { state, from, to }: ConversionFilter,
  { now, after, limit }: { now: string; after: ConversionPosition | null; limit: number },
): Promise<{ conversions: AffiliateConversion[]; total: number }> {
  const matching = query
    .selectFrom('conversions')
    .where('partner_id', '=', partner.id)
    .$if(from !== undefined, (rows) => rows.where('occurred_at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('occurred_at', '<=', to ?? ''))
    .$if(state !== undefined, (rows) => rows.where((eb) => hasState(eb, state ?? 'pending', now)));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .$if(after !== null, (some) =>
      some.where((eb) =>
        eb.or([
          eb('occurred_at', '<', after?.occurredAt ?? ''),
          eb.and([eb('occurred_at', '=', after?.occurredAt ?? ''), eb('id', '<', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const conversions = rows.map((row) => toConversion(row, partner.code, now));
  return { conversions, total: Number(total) };
}

/** SQL equivalent of `conversionState`. */
function hasState(
  eb: ExpressionBuilder<Schema, 'conversions'>,
  state: ConversionState,
  now: string,
): ExpressionWrapper<Schema, 'conversions', SqlBool> {
  const earns = eb('reason', 'is', null);
  const isNotReversed = eb('refunded_quantity', '<', eb.ref('quantity'));
  const isUnpaid = eb('payout_id', 'is', null);
  switch (state) {
    case 'refused':
      return eb('reason', 'is not', null);
    case 'reversed':
      return eb.and([earns, eb('refunded_quantity', '=', eb.ref('quantity'))]);
    case 'paid':
      return eb.and([earns, isNotReversed, eb('payout_id', 'is not', null)]);
    case 'approved':
      return eb.and([earns, isNotReversed, isUnpaid, eb('approves_at', '<=', now)]);
    case 'pending':
      return eb.and([earns, isNotReversed, isUnpaid, eb('approves_at', '>', now)]);
  }
}
