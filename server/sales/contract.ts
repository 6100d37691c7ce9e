import { z } from 'zod';
import { ReaderId, SaleConversion } from '../affiliates/contract.ts';
import { BookId } from '../books/contract.ts';
import { Money, ExactMoney, CurrencyCode } from '../values/money.ts';

export const SaleId = z
  .string()
  .regex(/^sale_[0-9A-Za-z]{16,40}$/)
  .describe('Identifier of a sale.');

/** Your own names of things: any visible characters. */
const ExternalName = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u, 'Must be visible characters and spaces.');

const maxCopies = 1_000_000;
const Quantity = z.int().min(1).max(maxCopies);

export const NewSale = z
  .strictObject({
    orderId: ExternalName(200).describe('Your own name of the order: one sale of a book in each.'),
    bookId: BookId,
    quantity: Quantity.describe('Copies.'),
    unitPrice: ExactMoney.describe('Paid for one copy, with no more digits than the currency has.'),
    clickId: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'Must be a `clickId` of the reader.')
      .nullable()
      .default(null)
      .describe('Of the reader’s link that led to the sale.'),
    readerId: ReaderId.nullable()
      .default(null)
      .describe('Your own opaque name of the buyer: the last click of theirs counts.'),
    occurredAt: z.iso
      .datetime({ offset: true })
      .transform((time) => new Date(time).toISOString())
      .describe('When it was sold: in 2000 or later, and not in the future.'),
  })
  .meta({ id: 'NewSale' });
export type NewSale = z.infer<typeof NewSale>;

const Reason = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'Must be text.')
  .nullable()
  .default(null);

export const RefundRequest = z
  .strictObject({
    quantity: Quantity.optional().describe('Copies given back; all that are left unless given.'),
    reason: Reason,
  })
  .meta({ id: 'RefundOrder' });
export type RefundRequest = z.infer<typeof RefundRequest>;

const Exchange = z.object({
  date: z.iso.date().describe('The day that the rates are of.'),
  source: z.string().describe('Where they are from.'),
  base: CurrencyCode.describe('The currency that every rate is for one unit of.'),
  rate: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .describe('Units of the sale’s currency for one of the base.'),
});

export const Sale = z
  .object({
    id: SaleId,
    orderId: z.string(),
    bookId: BookId,
    quantity: z.int().min(1).max(maxCopies),
    unitPrice: Money,
    total: Money.describe('`unitPrice` times `quantity`, exact.'),
    state: z.enum(['completed', 'partially_refunded', 'refunded']),
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
      .describe('In their order.'),
    clickId: z.string().nullable(),
    readerId: z.string().nullable(),
    traceId: z.string().nullable().describe('Of the reading that led to it.'),
    conversion: SaleConversion.nullable().describe(
      'What it earns the affiliate who brought the buyer; null where no link of one led to it.',
    ),
    exchange: Exchange.describe('The rates of the moment when the sale was told, kept with it.'),
    occurredAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Sale' });
export type Sale = z.infer<typeof Sale>;

/** A sale with every rate of its moment. */
export const SaleWithRates = Sale.extend({
  exchange: Exchange.extend({
    rates: z
      .record(CurrencyCode, Exchange.shape.rate)
      .describe('Units of each currency for one of the base.'),
  }),
}).meta({ id: 'SaleWithRates' });
export type SaleWithRates = z.infer<typeof SaleWithRates>;

/** Where a page of sales ended. */
export const SaleListPosition = z.object({ occurredAt: z.string(), id: z.string() });
export type SaleListPosition = z.infer<typeof SaleListPosition>;
