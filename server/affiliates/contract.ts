import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import {
  Code,
  CouponCodes,
  couponCodesDescription,
  Rate,
  rateDescription,
  SpecialRates,
  specialRatesDescription,
} from './term-fields.ts';
import { Money, SaleCurrency } from '../values/money.ts';
import { nameText, visibleId } from '../values/visible-text.ts';

/** Money that may be negative. */
export const SignedMoney = z
  .object({ amount: z.string().regex(/^-?\d+(\.\d+)?$/), currency: z.string().regex(/^[A-Z]{3}$/) })
  .meta({ id: 'SignedMoney' });
export type SignedMoney = z.infer<typeof SignedMoney>;

const Amounts = z.array(SignedMoney);

const Day = z.iso
  .date('Must be a date in the form YYYY-MM-DD, such as 2026-11-21.')
  .refine((day) => day >= '1900-01-01', 'Must be 1900-01-01 or later.')
  .meta({ example: '2026-11-20' });

export const groupings = ['day', 'book', 'campaign', 'sub', 'chapter'] as const;

export const ReportQuery = z.strictObject({
  groupBy: z.enum(groupings).default('day').describe('How the rows are grouped.'),
  currency: SaleCurrency.optional().describe(
    'Converts all amounts to this currency, each sale at the exchange rates stored with it. By ' +
      'default, each currency is reported separately.',
  ),
  from: Day.optional().describe('First day (UTC).'),
  to: Day.optional().describe('Last day (UTC).'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe(
      'Response format. Takes precedence over `Accept`. Defaults to `csv` if `Accept` names `text/csv`, and to `json` otherwise.',
    )
    .meta({ isHidden: true }),
});

const Count = z.int().min(0);

const reportFigures = {
  impressions: Count.describe('Number of readings opened.'),
  opens: Count.describe('Number of readings in which the first page was displayed.'),
  samplesFinished: Count.describe('Number of readings in which the end of the sample was reached.'),
  clicks: Count.describe('Number of readings in which a buy link was clicked.'),
  conversions: Count.describe('Number of sales that earn a commission, including refunded sales.'),
  sales: Amounts.describe('Total amount of the sales.'),
  refunds: Amounts.describe('Total amount refunded for these sales at any time.'),
  net: Amounts.describe('`sales` minus `refunds`.'),
  commission: Amounts.describe('Sum of `pending`, `approved` and `paid`.'),
  pending: Amounts,
  approved: Amounts.describe(
    'Approved and not yet paid. Negative if paid commissions were refunded.',
  ),
  paid: Amounts,
};

export const ReportFigures = z.object(reportFigures).meta({ id: 'AffiliateReportFigures' });

export const ReportRow = z
  .object({
    key: z
      .string()
      .nullable()
      .describe('The day, book, campaign, sub id or chapter. Null for rows without one.'),
    label: z.string().describe('Display name, such as a book title.'),
    ...reportFigures,
  })
  .meta({ id: 'AffiliateReportRow' });

export const AffiliateReport = z
  .object({
    groupBy: z.enum(groupings),
    currency: z.string().nullable(),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    rows: z.array(ReportRow),
    totals: ReportFigures.describe('Sums of all rows, exact to the minor unit.'),
  })
  .meta({ id: 'AffiliateReport' });
const prefixedId = (prefix: string, noun: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9A-Za-z]{16,40}$`),
      `Must be the id of ${noun}, such as ${prefix}_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.`,
    )
    .describe(`Identifier of ${noun}.`);

export const AffiliateId = prefixedId('prt', 'an affiliate').meta({
  example: 'prt_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
});
export const ConversionId = prefixedId('cnv', 'a conversion');
export const PayoutId = prefixedId('pay', 'a payout');
export const TraceId = prefixedId('trc', 'a trace');

/** The account's own opaque id for a reader. */
export const ReaderId = visibleId(200);

/** Position of an event in a book, as an index, an id or a path from the reader. */
export const ChapterName = visibleId(200);

const WindowDays = z.int().min(1).max(365);
const windowDescription = 'Number of days after the click during which a sale is attributed to it.';
const ApprovalDays = z.int().min(0).max(365);
const approvalDescription =
  'Number of days after the sale until the commission is approved, to allow for refunds.';
const MaxConversionsPerClick = z.int().min(1).max(1000);
const maxConversionsPerClickDescription =
  'Number of orders for which one click can earn a commission. Each book of an order earns one commission. Orders that were refunded ' +
  'completely do not count.';
const OwnReaderIds = z
  .array(ReaderId)
  .max(100)
  .transform((ids) => [...new Set(ids)]);
const ownReaderIdsDescription =
  'The partner’s reader ids. Purchases by these readers earn no commission.';
const State = z.enum(['active', 'paused']);
const stateDescription =
  '`paused`: the partner earns no commission, but links and books work as usual.';
const codeDescription =
  'Your own code, unique within your account. Defaults to the last part of the id.';

const exampleAffiliate = {
  code: 'books_weekly',
  name: 'Books Weekly',
  rate: '0.08',
  windowDays: 30,
  approvalDays: 14,
  maxConversionsPerClick: 10,
  ownReaderIds: ['customer-17'],
  couponCodes: ['WEEKLY10'],
  specialRates: [
    { bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R', rate: '0.12' },
    { subject: 'Sea stories', rate: '0.1' },
  ],
  state: 'active',
};

export const NewAffiliate = z
  .strictObject({
    code: Code.optional().describe(codeDescription),
    name: nameText(200),
    rate: Rate.describe(rateDescription),
    windowDays: WindowDays.default(30).describe(windowDescription),
    approvalDays: ApprovalDays.default(30).describe(approvalDescription),
    maxConversionsPerClick: MaxConversionsPerClick.default(10).describe(
      maxConversionsPerClickDescription,
    ),
    ownReaderIds: OwnReaderIds.default([]).describe(ownReaderIdsDescription),
    couponCodes: CouponCodes.default([]).describe(couponCodesDescription),
    specialRates: SpecialRates.default([]).describe(specialRatesDescription),
    state: State.default('active').describe(stateDescription),
  })
  .meta({ id: 'NewAffiliate', example: exampleAffiliate });
export type NewAffiliate = z.infer<typeof NewAffiliate>;

export const AffiliatePatch = z
  .strictObject({
    code: Code.optional(),
    name: nameText(200).optional(),
    rate: Rate.optional().describe(`${rateDescription} Applies to future sales.`),
    windowDays: WindowDays.optional().describe(windowDescription),
    approvalDays: ApprovalDays.optional().describe(
      `${approvalDescription} Applies to future sales.`,
    ),
    maxConversionsPerClick: MaxConversionsPerClick.optional().describe(
      `${maxConversionsPerClickDescription} Applies to future sales.`,
    ),
    ownReaderIds: OwnReaderIds.optional().describe(ownReaderIdsDescription),
    couponCodes: CouponCodes.optional().describe(couponCodesDescription),
    specialRates: SpecialRates.optional().describe(
      `${specialRatesDescription} Applies to future sales.`,
    ),
    state: State.optional().describe(stateDescription),
  })
  .meta({ id: 'AffiliatePatch', example: { rate: '0.1', state: 'paused' } });
export type AffiliatePatch = z.infer<typeof AffiliatePatch>;

export const Affiliate = z
  .object({
    id: AffiliateId,
    code: z.string(),
    name: z.string(),
    rate: z.string().describe(rateDescription),
    windowDays: WindowDays.describe(windowDescription),
    approvalDays: ApprovalDays.describe(approvalDescription),
    maxConversionsPerClick: MaxConversionsPerClick.describe(maxConversionsPerClickDescription),
    ownReaderIds: z.array(z.string()).describe(ownReaderIdsDescription),
    couponCodes: z.array(z.string()).describe(couponCodesDescription),
    specialRates: z
      .array(
        z.union([
          z.object({ bookId: z.string(), rate: z.string() }),
          z.object({ subject: z.string(), rate: z.string() }),
        ]),
      )
      .describe(specialRatesDescription),
    state: State.describe(stateDescription),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Affiliate',
    example: {
      id: 'prt_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      ...exampleAffiliate,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    },
  });
export type Affiliate = z.infer<typeof Affiliate>;

export const ConversionState = z
  .enum(['pending', 'approved', 'paid', 'reversed', 'refused'])
  .describe(
    '`pending` until `approvesAt`, then `approved`, and `paid` after a payout. `reversed` if all ' +
      'copies were refunded. `refused` if it earns no commission for the given `reason`.',
  );
export type ConversionState = z.infer<typeof ConversionState>;

export const RefusalReason = z.enum([
  'outside_window',
  'self_referral',
  'unknown_click',
  'partner_paused',
  'click_used',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** A conversion as part of a sale. */
export const SaleConversion = z
  .object({
    id: ConversionId,
    affiliateId: AffiliateId.nullable().describe('Null if the click is unknown.'),
    code: z.string().nullable().describe('The partner’s code.'),
    campaign: z.string().nullable(),
    sub: z.string().nullable().describe('The sub id set by the partner.'),
    rate: z.string().describe('The partner’s commission rate at the time of the sale.'),
    commission: Money.describe('`rate` times the net sale, rounded half to even.'),
    state: ConversionState,
    reason: RefusalReason.nullable(),
  })
  .meta({ id: 'SaleConversion' });
export type SaleConversion = z.infer<typeof SaleConversion>;

export const AffiliateConversion = SaleConversion.extend({
  saleId: z.string(),
  bookId: BookId,
  clickId: z.string().nullable().describe('Null if a coupon code led to the sale.'),
  traceId: z.string().nullable(),
  chapter: z.string().nullable(),
  sold: Money.describe('Unit price times quantity.'),
  net: Money.describe('`sold` minus refunds.'),
  rounding: SignedMoney.describe('Additional ledger amount that keeps the partner’s total exact.'),
  payoutId: PayoutId.nullable().describe('The first payout that includes the conversion.'),
  approvesAt: z.iso.datetime(),
  occurredAt: z.iso.datetime().describe('Time of the sale.'),
  createdAt: z.iso.datetime(),
}).meta({ id: 'AffiliateConversion' });
export type AffiliateConversion = z.infer<typeof AffiliateConversion>;

export const PayoutOrder = z
  .strictObject({
    currency: SaleCurrency,
    until: z.iso
      .datetime({ offset: true })
      .transform((time) => new Date(time).toISOString())
      .optional()
      .describe('Pays commissions approved by this time. Defaults to now.'),
  })
  .meta({ id: 'PayoutOrder', example: { currency: 'EUR', until: '2026-11-20T23:59:59.999Z' } });
export type PayoutOrder = z.infer<typeof PayoutOrder>;

export const Payout = z
  .object({
    id: PayoutId,
    affiliateId: AffiliateId,
    amount: Money.describe('Approved and unpaid commissions minus later refunds.'),
    conversions: z.int().min(1).describe('Number of conversions included.'),
    until: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Payout' });
export type Payout = z.infer<typeof Payout>;

/** One step in a trace. `detail` summarizes the recorded object. */
export const TraceStep = z
  .object({
    at: z.iso.datetime(),
    type: z.enum([
      'impression',
      'opened',
      'progressed',
      'finished-sample',
      'buy-clicked',
      'click',
      'sale',
      'conversion',
      'refund',
      'commission',
      'rounding',
      'payout',
      'event',
      'delivery',
    ]),
    id: z.string().nullable().describe('The object’s id, or null if it has none.'),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'TraceStep' });
export type TraceStep = z.infer<typeof TraceStep>;

export const Trace = z
  .object({
    traceId: TraceId.nullable().describe('Null for a sale without a reading.'),
    steps: z.array(TraceStep).describe('Steps in chronological order.'),
  })
  .meta({ id: 'Trace' });
export type Trace = z.infer<typeof Trace>;

export type Grouping = (typeof groupings)[number];

export type ReportFigures = z.infer<typeof ReportFigures>;

export type ReportRow = z.infer<typeof ReportRow>;

export type AffiliateReport = z.infer<typeof AffiliateReport>;
