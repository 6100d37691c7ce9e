import { lockSellableBook } from '../books/store.ts';
import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { EventLog } from '../events/event-log.ts';
import { Failure } from '../failure.ts';
import { noRateDetail } from '../rates/convert.ts';
import type { RateTable } from '../rates/rate-table.ts';
import type { NewSale, RefundRequest, Sale } from './contract.ts';
import { saveRates, toRatesRow, findByOrder, findSale, lockSale } from './store.ts';
import type { FindConversions, SaleAttribution } from './attribution.ts';
import type { SaleRow } from './to-sale.ts';
import { checkSaleAmount } from './amount-limit.ts';
import { quoteValue } from '../values/quote-value.ts';
import { clockSkewMs } from '../values/time.ts';

const earliestSaleTime = '2000-01-01T00:00:00.000Z';
export interface SalesContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  events: EventLog;
  attribution: SaleAttribution;
  /** Returns the current exchange rates. */
  currentRates: () => Promise<RateTable>;
}

export type Sales = ReturnType<typeof sales>;

/** Records sales and refunds, each with its event. */
export function sales({ db, now, newId, events, attribution, currentRates }: SalesContext) {
  const conversionsOf = attribution.findBySales;

  return {
    /**
     * Records a sale. Recording the same sale again returns the existing one.
     *
     * @throws Failure `invalid_request`, `unknown_currency`, `book_not_found`, `not_yours`, or
     * `conflict` if the order already has a different sale of the book.
     */
    async record(accountId: string, input: NewSale): Promise<{ sale: Sale; created: boolean }> {
      checkOccurredAt(input.occurredAt, now());
      await checkSaleAmount(db.query, accountId, input);
      const table = await currentRates();
      const { currency } = input.unitPrice;
      if (!table.rates.has(currency)) throw unknownCurrency(currency);
      const rates = toRatesRow(table);
      const id = newId('sale');
      const row = toSaleRow(id, accountId, input, rates.id, now().toISOString());
      return db.transaction(async (tx) => {
        // Checked before the book because repeating a sale must succeed even if its book has been
        // removed.
        const known = await findByOrder(tx, conversionsOf, accountId, input);
        if (known) return { sale: requireSameSale(known, input), created: false };
        // The lock also serializes concurrent requests that record the same sale.
        await lockSellableBook(tx, db.engine, accountId, input.bookId).catch(
          withPointer('/bookId'),
        );
        await saveRates(tx, rates);
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('sales')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'order_id', 'book_id']).doNothing(),
          )
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) {
          const winner = await findByOrder(tx, conversionsOf, accountId, input);
          if (!winner)
            throw new Error(`Order ${input.orderId} conflicts with a sale that does not exist.`);
          return { sale: requireSameSale(winner, input), created: false };
        }
        const { traceId } = await attribution.onSale(tx, toAttributedSale(row));
        if (traceId !== null) {
          await tx.updateTable('sales').set({ trace_id: traceId }).where('id', '=', id).execute();
        }
        const sale = await requireSale(tx, conversionsOf, accountId, id);
        await append(tx, accountId, 'sale.completed', sale);
        return { sale, created: true };
      });
    },

    /** @throws Failure `sale_not_found`, `refund_too_large`. */
    async refund(
      accountId: string,
      saleId: string,
      { quantity: requested, reason }: RefundRequest,
    ): Promise<Sale> {
      const id = newId('rfd');
      const at = now().toISOString();
      return db.transaction(async (tx) => {
        const before = await lockSale(tx, db.engine, accountId, saleId);
        const left = before.quantity - before.refunded_quantity;
        const quantity = requested ?? left;
        if (quantity === 0 || quantity > left) throw refundTooLarge(before, left);
        const refundedQuantity = before.refunded_quantity + quantity;
        await tx
          .updateTable('sales')
          .set({ refunded_quantity: refundedQuantity, updated_at: at })
          .where('id', '=', saleId)
          .execute();
        await tx
          .insertInto('sale_refunds')
          .values({ id, sale_id: saleId, quantity, reason, created_at: at })
          .execute();
        await attribution.onRefund(tx, { id, saleId, refundedQuantity });
        const sale = await requireSale(tx, conversionsOf, accountId, saleId);
        await append(tx, accountId, 'sale.refunded', sale, {
          refundedQuantity: before.refunded_quantity,
        });
        return sale;
      });
    },
  };

  /** Records a sale event. Sales are private, so only their own account receives it. */
  async function append(
    tx: Queries,
    accountId: string,
    type: 'sale.completed' | 'sale.refunded',
    sale: Sale,
    previous?: Record<string, unknown>,
  ): Promise<void> {
    const { id: resourceId, bookId } = sale;
    const about = { type, accountId, resourceId, bookId, isPublic: false };
    await events.append(tx, { ...about, object: sale, ...(previous && { previous }) });
  }
}

async function requireSale(
  tx: Queries,
  conversionsOf: FindConversions,
  accountId: string,
  saleId: string,
): Promise<Sale> {
  const sale = await findSale(tx, conversionsOf, accountId, saleId);
  if (!sale) throw new Error(`Sale ${saleId} disappeared during the transaction that changes it.`);
  return sale;
}

/** Returns a handler that rethrows a failure with a pointer to the member in the request body. */
function withPointer(pointer: string) {
  return (error: unknown): never => {
    if (!(error instanceof Failure)) throw error;
    const { code, message } = error;
    throw new Failure(code, message, { errors: [{ pointer, detail: message }], cause: error });
  };
}

function toSaleRow(
  id: string,
  accountId: string,
  { orderId, bookId, quantity, unitPrice, clickId, couponCode, readerId, occurredAt }: NewSale,
  ratesId: string,
  at: string,
): SaleRow {
  return {
    id,
    account_id: accountId,
    order_id: orderId,
    book_id: bookId,
    quantity,
    unit_price: unitPrice.amount,
    currency: unitPrice.currency,
    click_id: clickId,
    coupon_code: couponCode,
    reader_id: readerId,
    trace_id: null,
    occurred_at: occurredAt,
    rates_id: ratesId,
    refunded_quantity: 0,
    created_at: at,
    updated_at: at,
  };
}

function toAttributedSale(row: SaleRow) {
  return {
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    bookId: row.book_id,
    clickId: row.click_id,
    couponCode: row.coupon_code,
    readerId: row.reader_id,
    quantity: row.quantity,
    unitPrice: row.unit_price,
    currency: row.currency,
    occurredAt: row.occurred_at,
    ratesId: row.rates_id,
  };
}

/** @throws Failure `conflict`. */
function requireSameSale(known: Sale, input: NewSale): Sale {
  const contentOf = ({ quantity, unitPrice, clickId, ...rest }: NewSale | Sale) =>
    JSON.stringify([
      [quantity, unitPrice.amount, unitPrice.currency],
      [clickId, rest.couponCode, rest.readerId, rest.occurredAt],
    ]);
  if (contentOf(known) === contentOf(input)) return known;
  throw new Failure(
    'conflict',
    `Order ${input.orderId} already has a different sale of this book, ${known.id}. Use a refund to correct it.`,
  );
}

function unknownCurrency(currency: string): Failure {
  const detail = noRateDetail(currency);
  return new Failure('unknown_currency', detail, {
    errors: [{ pointer: '/unitPrice/currency', detail }],
  });
}

function refundTooLarge({ id, quantity }: SaleRow, left: number): Failure {
  const detail = `Only ${left} of ${quantity} copies can still be refunded.`;
  return new Failure('refund_too_large', `Sale ${id}: ${detail}`, {
    errors: [{ pointer: '/quantity', detail }],
  });
}

/** Rejects times before 2000 and in the future. @throws Failure `invalid_request`. */
function checkOccurredAt(occurredAt: string, now: Date): void {
  const isPossible =
    occurredAt >= earliestSaleTime && Date.parse(occurredAt) <= now.getTime() + clockSkewMs;
  if (isPossible) return;
  const detail = `Must be in 2000 or later and not in the future, got ${quoteValue(occurredAt)}.`;
  throw new Failure('invalid_request', `/occurredAt: ${detail}`, {
    errors: [{ pointer: '/occurredAt', detail }],
  });
}
