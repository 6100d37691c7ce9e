import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import { Money, SaleCurrency } from '../values/money.ts';

/** Money that may be owed the other way round. */
export const SignedMoney = z
  .object({ amount: z.string().regex(/^-?\d+(\.\d+)?$/), currency: z.string().regex(/^[A-Z]{3}$/) })
  .meta({ id: 'SignedMoney' });
export type SignedMoney = z.infer<typeof SignedMoney>;

const Amounts = z.array(SignedMoney);

const Day = z.iso
  .date('Must be a day, such as 2026-11-21.')
  .refine((day) => day >= '1900-01-01', 'Must be a day of 1900 or later.');

export const groupings = ['day', 'book', 'campaign', 'sub', 'chapter'] as const;

export const ReportQuery = z.strictObject({
  groupBy: z.enum(groupings).default('day').describe('What a row is of.'),
  currency: SaleCurrency.optional().describe(
    'All money in this one, each sale at the rates that were kept with it; every currency for itself ' +
      'unless given.',
  ),
  from: Day.optional().describe('First day (UTC).'),
  to: Day.optional().describe('Last day (UTC).'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('Goes before `Accept`: `application/json`, unless that names `text/csv`.'),
});

const Count = z.int().min(0);

const reportFigures = {
  impressions: Count.describe('Readings that were opened.'),
  opens: Count.describe('Readings in which the first page was seen.'),
  samplesFinished: Count.describe('Readings in which the end of the sample was reached.'),
  clicks: Count.describe('Readings in which a buy link was pressed.'),
  conversions: Count.describe('Sales that earn a commission, those given back since included.'),
  sales: Amounts.describe('What was sold.'),
  refunds: Amounts.describe('What of it was given back, whenever that was.'),
  net: Amounts.describe('`sales` less `refunds`.'),
  commission: Amounts.describe('`pending`, `approved` and `paid` together.'),
  pending: Amounts,
  approved: Amounts.describe('Not yet paid; negative where more was paid than was kept.'),
  paid: Amounts,
};

export const ReportFigures = z.object(reportFigures).meta({ id: 'AffiliateReportFigures' });

export const ReportRow = z
  .object({
    key: z.string().nullable().describe('The day, book, campaign, sub id or chapter; null: none.'),
    label: z.string().describe('For people: a book’s title.'),
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
    totals: ReportFigures.describe('The sums of all rows, to the minor unit.'),
  })
  .meta({ id: 'AffiliateReport' });
const prefixedId = (prefix: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{16,40}$`), `Must be the id of ${what}.`)
    .describe(`Identifier of ${what}.`);

export const AffiliateId = prefixedId('prt', 'an affiliate');
export const ConversionId = prefixedId('cnv', 'a conversion');
export const PayoutId = prefixedId('pay', 'a payout');
export const TraceId = prefixedId('trc', 'a trace');

const codeMessage = 'Must be 1 to 64 letters (A to Z), digits, and `_`, `.` or `-`.';

/** A name that stands in addresses: of a partner, a campaign, a sub id. */
export const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/, codeMessage);

const visibleText = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const visibleTextMessage = 'Must be visible characters and spaces.';

/** The account's own opaque name of a reader. */
export const ReaderId = z.string().min(1).max(200).regex(visibleText, visibleTextMessage);

/** Where in a book something happened: an index, an id or a path, as the reader names it. */
export const ChapterName = z.string().min(1).max(200).regex(visibleText, visibleTextMessage);

const Rate = z
  .string('Must be a decimal number from 0 to 1, as a text: `0.08`.')
  .regex(
    /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/,
    'Must be a decimal number from 0 to 1 with at most 4 digits after the point, such as `0.08`.',
  )
  .transform((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text));
const rateDescription = 'Share of what is sold, as a decimal number from 0 to 1: `0.08` is 8 %.';

const WindowDays = z.int().min(1).max(365);
const windowDescription = 'How many days after the click a sale still counts.';
const ApprovalDays = z.int().min(0).max(365);
const approvalDescription =
  'How many days after the sale a commission may be paid: time for refunds.';
const OwnReaderIds = z
  .array(ReaderId)
  .max(100)
  .transform((ids) => [...new Set(ids)]);
const ownReaderIdsDescription = 'Readers who are the partner: what they buy earns nothing.';
const Name = z.string().min(1).max(200).regex(visibleText, visibleTextMessage);
const State = z.enum(['active', 'paused']);
const stateDescription = '`paused`: nothing is earned; links and books open as ever.';
const codeDescription =
  'Your own name of it, unique in your account; the end of its id unless given.';

export const NewAffiliate = z
  .strictObject({
    code: Code.optional().describe(codeDescription),
    name: Name,
    rate: Rate.describe(rateDescription),
    windowDays: WindowDays.default(30).describe(windowDescription),
    approvalDays: ApprovalDays.default(30).describe(approvalDescription),
    ownReaderIds: OwnReaderIds.default([]).describe(ownReaderIdsDescription),
    state: State.default('active').describe(stateDescription),
  })
  .meta({ id: 'NewAffiliate' });
export type NewAffiliate = z.infer<typeof NewAffiliate>;

export const AffiliatePatch = z
  .strictObject({
    code: Code.optional(),
    name: Name.optional(),
    rate: Rate.optional().describe(`${rateDescription} For sales from now on.`),
    windowDays: WindowDays.optional().describe(windowDescription),
    approvalDays: ApprovalDays.optional().describe(`${approvalDescription} For sales from now on.`),
    ownReaderIds: OwnReaderIds.optional().describe(ownReaderIdsDescription),
    state: State.optional().describe(stateDescription),
  })
  .meta({ id: 'AffiliatePatch' });
export type AffiliatePatch = z.infer<typeof AffiliatePatch>;

export const Affiliate = z
  .object({
    id: AffiliateId,
    code: z.string(),
    name: z.string(),
    rate: z.string().describe(rateDescription),
    windowDays: WindowDays.describe(windowDescription),
    approvalDays: ApprovalDays.describe(approvalDescription),
    ownReaderIds: z.array(z.string()).describe(ownReaderIdsDescription),
    state: State.describe(stateDescription),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Affiliate' });
export type Affiliate = z.infer<typeof Affiliate>;

export const ConversionState = z
  .enum(['pending', 'approved', 'paid', 'reversed', 'refused'])
  .describe(
    '`pending` until `approvesAt`, then `approved`, `paid` with a payout; `reversed` when all copies ' +
      'were given back; `refused` earns nothing, and `reason` says why.',
  );
export type ConversionState = z.infer<typeof ConversionState>;

export const RefusalReason = z.enum([
  'outside_window',
  'self_referral',
  'unknown_click',
  'partner_paused',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** The conversion as a sale shows it. */
export const SaleConversion = z
  .object({
    id: ConversionId,
    affiliateId: AffiliateId.nullable().describe('Null where the click is not known.'),
    code: z.string().nullable().describe('The partner’s.'),
    campaign: z.string().nullable(),
    sub: z.string().nullable().describe('The partner’s own sub id.'),
    rate: z.string().describe('The partner’s at the sale.'),
    commission: Money.describe('`rate` of what was sold and not given back, rounded half to even.'),
    state: ConversionState,
    reason: RefusalReason.nullable(),
  })
  .meta({ id: 'SaleConversion' });
export type SaleConversion = z.infer<typeof SaleConversion>;

export const AffiliateConversion = SaleConversion.extend({
  saleId: z.string(),
  bookId: BookId,
  clickId: z.string(),
  traceId: z.string().nullable(),
  chapter: z.string().nullable(),
  sold: Money.describe('Unit price times copies.'),
  net: Money.describe('`sold` without what was given back.'),
  rounding: SignedMoney.describe(
    'What the ledger holds besides the commission, so that the partner’s sum is exact.',
  ),
  payoutId: PayoutId.nullable().describe('The first payout that it was in.'),
  approvesAt: z.iso.datetime(),
  occurredAt: z.iso.datetime().describe('When it was sold.'),
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
      .describe('Commissions that were approved until then; now unless given.'),
  })
  .meta({ id: 'PayoutOrder' });
export type PayoutOrder = z.infer<typeof PayoutOrder>;

export const Payout = z
  .object({
    id: PayoutId,
    affiliateId: AffiliateId,
    amount: Money.describe('What was approved and not yet paid, less what was since given back.'),
    conversions: z.int().min(1).describe('How many conversions it is the sum of.'),
    until: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Payout' });
export type Payout = z.infer<typeof Payout>;

export const ReaderEvents = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(8000)
      .optional()
      .describe('Of the reading session, where no header can be sent: `sendBeacon`.'),
    consent: z
      .enum(['granted'])
      .nullable()
      .default(null)
      .describe('What the reader said, where the page asked for consent.'),
    events: z
      .array(
        z.strictObject({
          type: z.enum(['opened', 'progressed', 'finished-sample', 'buy-clicked']),
          at: z.iso.datetime({ offset: true }).describe('When, by the reader’s own clock.'),
          chapter: ChapterName.nullable().default(null),
          fraction: z.number().min(0).max(1).nullable().default(null).describe('How far into it.'),
        }),
      )
      .min(1)
      .max(50),
  })
  .meta({ id: 'ReaderEvents' });
export type ReaderEvents = z.infer<typeof ReaderEvents>;

/** One step of a trace; `detail` is the thing itself, as short as it can be told. */
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
    id: z.string().nullable().describe('Of the thing; null for what has none.'),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'TraceStep' });
export type TraceStep = z.infer<typeof TraceStep>;

export const Trace = z
  .object({
    traceId: TraceId.nullable().describe('Null for a sale that no reading led to.'),
    steps: z.array(TraceStep).describe('In their order.'),
  })
  .meta({ id: 'Trace' });
export type Trace = z.infer<typeof Trace>;

export type Grouping = (typeof groupings)[number];

export type ReportFigures = z.infer<typeof ReportFigures>;

export type ReportRow = z.infer<typeof ReportRow>;

export type AffiliateReport = z.infer<typeof AffiliateReport>;
