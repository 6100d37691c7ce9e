import { z } from 'zod';
import { BookId, Money } from '../books/contract.ts';
import { SaleCurrency } from '../rates/exact-money.ts';

const idOf = (prefix: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{16,40}$`), `Must be the id of ${what}.`)
    .describe(`Identifier of ${what}.`);

export const AffiliateId = idOf('prt', 'an affiliate');
export const ConversionId = idOf('cnv', 'a conversion');
export const PayoutId = idOf('pay', 'a payout');
export const TraceId = idOf('trc', 'a trace');
export const ClickId = idOf('clk', 'a click');

const codeFault = 'Must be 1 to 64 letters (A to Z), digits, and `_`, `.` or `-`.';

/** A name that stands in addresses: of a partner, a campaign, a sub id. */
export const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/, codeFault);

const visible = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const visibleFault = 'Must be visible characters and spaces.';

/** The account's own opaque name of a reader. */
export const ReaderId = z.string().min(1).max(200).regex(visible, visibleFault);

/** Where in a book something happened: an index, an id or a path, as the reader names it. */
export const ChapterName = z.string().min(1).max(200).regex(visible, visibleFault);

const Rate = z
  .string('Must be a decimal number from 0 to 1, as a text: `0.08`.')
  .regex(
    /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/,
    'Must be a decimal number from 0 to 1 with at most 4 digits after the point, such as `0.08`.',
  )
  .transform((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text));
const rateText = 'Share of what is sold, as a decimal number from 0 to 1: `0.08` is 8 %.';

const WindowDays = z.int().min(1).max(365);
const windowText = 'How many days after the click a sale still counts.';
const ApprovalDays = z.int().min(0).max(365);
const approvalText = 'How many days after the sale a commission may be paid: time for refunds.';
const OwnReaderIds = z
  .array(ReaderId)
  .max(100)
  .transform((ids) => [...new Set(ids)]);
const ownText = 'Readers who are the partner: what they buy earns nothing.';
const Name = z.string().min(1).max(200).regex(visible, visibleFault);
const State = z.enum(['active', 'paused']);
const stateText = '`paused`: nothing is earned; links and books open as ever.';
const codeText = 'Your own name of it, unique in your account; the end of its id unless given.';

export const NewAffiliate = z
  .strictObject({
    code: Code.optional().describe(codeText),
    name: Name,
    rate: Rate.describe(rateText),
    windowDays: WindowDays.default(30).describe(windowText),
    approvalDays: ApprovalDays.default(30).describe(approvalText),
    ownReaderIds: OwnReaderIds.default([]).describe(ownText),
    state: State.default('active').describe(stateText),
  })
  .meta({ id: 'NewAffiliate' });
export type NewAffiliate = z.infer<typeof NewAffiliate>;

export const AffiliatePatch = z
  .strictObject({
    code: Code.optional(),
    name: Name.optional(),
    rate: Rate.optional().describe(`${rateText} For sales from now on.`),
    windowDays: WindowDays.optional().describe(windowText),
    approvalDays: ApprovalDays.optional().describe(`${approvalText} For sales from now on.`),
    ownReaderIds: OwnReaderIds.optional().describe(ownText),
    state: State.optional().describe(stateText),
  })
  .meta({ id: 'AffiliatePatch' });
export type AffiliatePatch = z.infer<typeof AffiliatePatch>;

export const Affiliate = z
  .object({
    id: AffiliateId,
    code: z.string(),
    name: z.string(),
    rate: z.string().describe(rateText),
    windowDays: WindowDays.describe(windowText),
    approvalDays: ApprovalDays.describe(approvalText),
    ownReaderIds: z.array(z.string()).describe(ownText),
    state: State.describe(stateText),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Affiliate' });
export type Affiliate = z.infer<typeof Affiliate>;

/** Money that may be owed the other way round. */
export const SignedMoney = z
  .object({ amount: z.string().regex(/^-?\d+(\.\d+)?$/), currency: z.string().regex(/^[A-Z]{3}$/) })
  .meta({ id: 'SignedMoney' });
export type SignedMoney = z.infer<typeof SignedMoney>;

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
