import { z } from 'zod';
import { ReaderId, SaleConversion } from '../affiliates/contract.ts';
import { BookId } from '../books/contract.ts';
import { Money, ExactMoney, CurrencyCode } from '../values/money.ts';
import { visibleId } from '../values/visible-text.ts';

export const SaleId = z
  .string()
  .regex(/^sale_[0-9A-Za-z]{16,40}$/, 'Must be a sale id, such as sale_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.')
  .describe('Sale identifier.')
  .meta({ example: 'sale_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

/** An order of the account's shop. */
export const OrderId = visibleId(200);

const maxCopies = 1_000_000;
const Quantity = z.int().min(1).max(maxCopies);

const exampleNewSale = {
  orderId: 'order-2026-1017',
  bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  quantity: 2,
  unitPrice: { amount: '9.99', currency: 'EUR' },
  clickId: 'clk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  couponCode: null,
  readerId: 'customer-4711',
  occurredAt: '2026-11-21T11:58:30.000Z',
};

export const NewSale = z
  .strictObject({
    orderId: OrderId.describe('Your own order id. One sale per order and book.'),
    bookId: BookId,
    quantity: Quantity.describe('Number of copies.'),
    unitPrice: ExactMoney.describe(
      'Price paid per copy, with at most the currency’s minor unit digits. The total of the sale must be at most 10^9 ' +
        'minor units, such as 10,000,000.00 EUR, unless the operator allows the account more.',
    ),
    clickId: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'Must be a click id, such as clk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.')
      .nullable()
      .default(null)
      .describe('Click id of the reader’s purchase link that led to the sale.'),
    couponCode: visibleId(100)
      .nullable()
      .default(null)
      .describe(
        'Coupon code that the buyer entered. If it belongs to an active affiliate, the sale is attributed to that affiliate, ' +
          'regardless of earlier clicks. Other codes have no effect.',
      ),
    readerId: ReaderId.nullable()
      .default(null)
      .describe('Your own opaque id for the buyer. The sale is attributed to their last click.'),
    occurredAt: z.iso
      .datetime({ offset: true })
      .transform((time) => new Date(time).toISOString())
      .describe('Time of the sale. Must be in 2000 or later and not in the future.'),
  })
  .meta({ id: 'NewSale', example: exampleNewSale });
export type NewSale = z.infer<typeof NewSale>;

const Reason = z
  .string()
  .max(1000)
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'Must be well-formed text without null characters.',
  )
  .nullable()
  .default(null);

export const RefundRequest = z
  .strictObject({
    quantity: Quantity.optional().describe(
      'Number of copies to refund. Defaults to all remaining copies.',
    ),
    reason: Reason,
  })
  .meta({ id: 'RefundOrder', example: { quantity: 1, reason: 'Ordered twice' } });
export type RefundRequest = z.infer<typeof RefundRequest>;

export const SaleState = z.enum(['completed', 'partially_refunded', 'refunded']);

const Exchange = z.object({
  date: z.iso.date().describe('Date of the exchange rates.'),
  source: z.string().describe('Source of the exchange rates.'),
  base: CurrencyCode.describe('Base currency. All rates are for one unit of it.'),
  rate: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .describe('Units of the sale’s currency per unit of the base.'),
});

const exampleSale = {
  id: 'sale_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  ...exampleNewSale,
  total: { amount: '19.98', currency: 'EUR' },
  state: 'partially_refunded',
  traceId: 'trc_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  conversion: {
    id: 'cnv_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
    affiliateId: 'prt_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
    code: 'books_weekly',
    campaign: 'autumn',
    sub: 'newsletter-12',
    rate: '0.08',
    commission: { amount: '0.80', currency: 'EUR' },
    state: 'pending',
    reason: null,
  },
  refundedQuantity: 1,
  refunded: { amount: '9.99', currency: 'EUR' },
  refunds: [
    {
      id: 'rfd_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      quantity: 1,
      amount: { amount: '9.99', currency: 'EUR' },
      reason: 'Ordered twice',
      createdAt: '2026-11-21T12:00:00.000Z',
    },
  ],
  exchange: { date: '2026-11-20', source: 'ecb', base: 'EUR', rate: '1' },
  createdAt: '2026-11-21T11:59:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};

export const Sale = z
  .object({
    id: SaleId,
    orderId: z.string(),
    bookId: BookId,
    quantity: z.int().min(1).max(maxCopies),
    unitPrice: Money,
    total: Money.describe('`unitPrice` times `quantity`, exact.'),
    state: SaleState,
    refundedQuantity: z.int().min(0),
    refunded: Money.describe('`unitPrice` times `refundedQuantity`, exact.'),
    refunds: z
      .array(
        z.object({
          id: z.string().regex(/^rfd_[0-9A-Za-z]{16,40}$/),
          quantity: z.int().min(1),
          amount: Money,
          reason: z.string().nullable(),
          createdAt: z.iso.datetime(),
        }),
      )
      .describe('Refunds, oldest first.'),
    clickId: z.string().nullable(),
    couponCode: z.string().nullable().describe('Coupon code that the buyer entered.'),
    readerId: z.string().nullable(),
    traceId: z.string().nullable().describe('Trace of the reading that led to the sale.'),
    conversion: SaleConversion.nullable().describe(
      'Commission for the affiliate who referred the buyer. Null if no affiliate link led to the sale.',
    ),
    exchange: Exchange.describe(
      'Exchange rates at the time the sale was recorded, stored with it.',
    ),
    occurredAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Sale', example: exampleSale });
export type Sale = z.infer<typeof Sale>;

/** A sale with all exchange rates at the time it was recorded. */
export const SaleWithRates = Sale.extend({
  exchange: Exchange.extend({
    rates: z
      .record(CurrencyCode, Exchange.shape.rate)
      .describe('Units of each currency per unit of the base.'),
  }),
}).meta({
  id: 'SaleWithRates',
  example: {
    ...exampleSale,
    exchange: { ...exampleSale.exchange, rates: { EUR: '1', USD: '1.1361' } },
  },
});
export type SaleWithRates = z.infer<typeof SaleWithRates>;

/** Sort orders of the list. The time of the sale is the default. */
export const SaleSort = z
  .enum(['-occurredAt', 'occurredAt', '-total', 'total'])
  .default('-occurredAt')
  .describe(
    'Sort order. `-` means descending. `total` and `-total` compare amounts in one currency, so they require `currency`.',
  );
export type SaleSort = z.infer<typeof SaleSort>;
