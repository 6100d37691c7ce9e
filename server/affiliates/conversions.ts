import type { BeaconQueue } from '../analytics/beacon-queue.ts';
import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { type Click, type PartnerTerms, refusalReason } from './attribution.ts';
import { findCouponPartner } from './coupons.ts';
import { parseSpecialRates, rateFor, readRatedBook } from './special-rates.ts';
import { findEarningOrders, findReaderClicks, lockClick } from './clicks.ts';
import { ExactDecimal, exactCommission, roundToMinorUnits } from './commission.ts';
import type { RefusalReason, SaleConversion } from './contract.ts';
import { type ConversionRow, toSaleConversion } from './conversion-rows.ts';
import { recordCommission } from './ledger.ts';
import { parseReaderIds } from './partners.ts';
import { clockSkewMs, dayMs } from '../values/time.ts';

/** Maximum attribution window for a partner. */
const maxWindowDays = 365;

/** The fields of a sale needed for its conversion. */
export interface ConversionSale {
  id: string;
  accountId: string;
  orderId: string;
  bookId: string;
  clickId: string | null;
  couponCode: string | null;
  readerId: string | null;
  quantity: number;
  unitPrice: string;
  currency: string;
  occurredAt: string;
  ratesId: string;
}

interface Partner extends PartnerTerms {
  id: string;
  /** The rate for the sold book. */
  rate: string;
  approvalDays: number;
}

/** A click with its partner and the reason, if any, why it earns no commission. */
interface Attribution {
  /** Empty if a coupon code led to the sale. */
  clickId: string;
  click: Click | null;
  partner: Partner | null;
  reason: RefusalReason | null;
}

export type Conversions = ReturnType<typeof conversions>;

/** Creates conversions from sales in the transaction of the sale. */
export function conversions({
  db,
  now,
  newId,
  beacons,
}: {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Receives sales for analytics. */
  beacons: Pick<BeaconQueue, 'addSale'>;
}) {
  const { engine } = db;

  return {
    /**
     * Creates the conversion of a new sale if a click led to it. Call once per sale.
     *
     * @returns The trace of the reading that led to the sale, if any.
     */
    async onSale(tx: Queries, sale: ConversionSale): Promise<{ traceId: string | null }> {
      const attribution = await attribute(tx, sale);
      if (!attribution) return { traceId: null };
      const { click, partner, reason } = attribution;
      const traceId = click?.traceId ?? null;
      if (traceId !== null) await beacons.addSale(tx, { accountId: sale.accountId, traceId });
      // A click without a partner earns no commission.
      if (click && !partner) return { traceId };
      const row = toConversionRow(newId('cnv'), sale, attribution, now().toISOString());
      await tx.insertInto('conversions').values(row).execute();
      if (partner && reason === null) {
        await updateCommission(tx, partner.id, row, null, { from: 0, to: sale.quantity });
      }
      return { traceId };
    },

    /**
     * Reverses the commission on refunded copies; `refundedQuantity` is the total of all refunds.
     */
    async onRefund(
      tx: Queries,
      refund: { id: string; saleId: string; refundedQuantity: number },
    ): Promise<void> {
      const row = await tx
        .selectFrom('conversions')
        .selectAll()
        .where('sale_id', '=', refund.saleId)
        .executeTakeFirst();
      if (!row) return;
      // Lock the ledger first, as payouts do, to prevent deadlocks.
      if (row.partner_id !== null && row.reason === null) {
        const from = row.quantity - row.refunded_quantity;
        const to = row.quantity - refund.refundedQuantity;
        await updateCommission(tx, row.partner_id, row, refund.id, { from, to });
      }
      await tx
        .updateTable('conversions')
        .set({ refunded_quantity: refund.refundedQuantity })
        .where('id', '=', row.id)
        .execute();
    },

    /** Returns conversions by sale id. */
    async findBySales(
      query: Queries,
      saleIds: readonly string[],
    ): Promise<Map<string, SaleConversion>> {
      if (saleIds.length === 0) return new Map();
      const at = now().toISOString();
      const rows = await query
        .selectFrom('conversions')
        .leftJoin('partners', 'partners.id', 'conversions.partner_id')
        .selectAll('conversions')
        .select('partners.code')
        .where('sale_id', 'in', saleIds)
        .execute();
      return new Map(
        rows.map(({ code, ...row }) => [row.sale_id, toSaleConversion(row, code, at)]),
      );
    },
  };

  /** Records the change in the ledger and updates the conversion's amounts. */
  async function updateCommission(
    tx: Queries,
    partnerId: string,
    row: ConversionRow,
    refundId: string | null,
    copies: { from: number; to: number },
  ): Promise<void> {
    const { currency } = row;
    const earning = { rate: row.rate, unitPrice: row.unit_price };
    const before = exactCommission(earning, copies.from);
    const after = exactCommission(earning, copies.to);
    const at = now().toISOString();
    const change = { conversionId: row.id, refundId, before, after, at };
    const entered = await recordCommission(tx, { engine, newId }, { partnerId, currency }, change);
    await tx
      .updateTable('conversions')
      .set({
        commission: roundToMinorUnits(after, currency),
        rounding: roundToMinorUnits(
          new ExactDecimal(row.rounding).plus(entered.rounding),
          currency,
        ),
      })
      .where('id', '=', row.id)
      .execute();
  }

  /**
   * A coupon code of an active partner takes precedence over clicks, because the buyer entered it.
   */
  async function attribute(tx: Queries, sale: ConversionSale): Promise<Attribution | null> {
    const byCoupon = await attributeCoupon(tx, sale);
    if (byCoupon?.reason === null) return byCoupon;
    return (await attributeClick(tx, sale)) ?? byCoupon;
  }

  async function attributeCoupon(tx: Queries, sale: ConversionSale): Promise<Attribution | null> {
    if (sale.couponCode === null) return null;
    const id = await findCouponPartner(tx, sale.accountId, sale.couponCode);
    const partner = id === null ? null : await findPartner(tx, id, sale.bookId);
    if (!partner) return null;
    const entered = { createdAt: sale.occurredAt, readerId: null };
    const reason = refusalReason(entered, partner, sale, new Set());
    return { clickId: '', click: null, partner, reason };
  }

  /**
   * Implements last-click attribution. A later eligible click by the same reader for the same book
   * takes precedence.
   */
  async function attributeClick(tx: Queries, sale: ConversionSale): Promise<Attribution | null> {
    const given = sale.clickId ? await lockClick(tx, engine, sale.accountId, sale.clickId) : null;
    if (sale.readerId !== null) {
      const soldMs = Date.parse(sale.occurredAt);
      const earliest = new Date(soldMs - maxWindowDays * dayMs).toISOString();
      const later = await findReaderClicks(
        tx,
        { accountId: sale.accountId, readerId: sale.readerId, bookId: sale.bookId },
        {
          after: given?.createdAt ?? earliest,
          until: new Date(soldMs + clockSkewMs).toISOString(),
        },
      );
      for (const click of later) {
        const partner = await findPartner(tx, click.partnerId, sale.bookId);
        if (!partner) continue;
        await lockClick(tx, engine, sale.accountId, click.id);
        if ((await reasonFor(tx, click, partner, sale)) === null) {
          return { clickId: click.id, click, partner, reason: null };
        }
      }
    }
    if (sale.clickId === null) return null;
    const { clickId } = sale;
    if (!given) return { clickId, click: null, partner: null, reason: 'unknown_click' };
    const partner =
      given.partnerId === null ? null : await findPartner(tx, given.partnerId, sale.bookId);
    return {
      clickId,
      click: given,
      partner,
      reason: partner && (await reasonFor(tx, given, partner, sale)),
    };
  }
}

async function reasonFor(
  tx: Queries,
  click: Click,
  partner: Partner,
  sale: ConversionSale,
): Promise<RefusalReason | null> {
  const orders = await findEarningOrders(tx, sale.accountId, click.id);
  return refusalReason(click, partner, sale, orders);
}

async function findPartner(tx: Queries, id: string, bookId: string): Promise<Partner | null> {
  const row = await tx.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const special = parseSpecialRates(row.special_rates);
  const rate =
    special.length === 0 ? row.rate : rateFor(row.rate, special, await readRatedBook(tx, bookId));
  return {
    id,
    rate,
    windowDays: row.window_days,
    maxConversionsPerClick: row.max_conversions_per_click,
    approvalDays: row.approval_days,
    ownReaderIds: parseReaderIds(row.own_reader_ids),
    state: row.state,
  };
}

function toConversionRow(
  id: string,
  sale: ConversionSale,
  { clickId, click, partner, reason }: Attribution,
  at: string,
): ConversionRow {
  const none = roundToMinorUnits(0, sale.currency);
  const approvalMs = (partner?.approvalDays ?? 0) * dayMs;
  return {
    id,
    account_id: sale.accountId,
    sale_id: sale.id,
    partner_id: partner?.id ?? null,
    click_id: clickId,
    trace_id: click?.traceId ?? null,
    book_id: sale.bookId,
    campaign: click?.campaign ?? null,
    sub: click?.sub ?? null,
    chapter: click?.chapter ?? null,
    rate: partner?.rate ?? '0',
    currency: sale.currency,
    unit_price: sale.unitPrice,
    quantity: sale.quantity,
    refunded_quantity: 0,
    commission: none,
    rounding: none,
    paid_commission: none,
    paid_rounding: none,
    payout_id: null,
    reason,
    approves_at: new Date(Date.parse(sale.occurredAt) + approvalMs).toISOString(),
    occurred_at: sale.occurredAt,
    rates_id: sale.ratesId,
    created_at: at,
  };
}
