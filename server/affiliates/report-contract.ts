import { z } from 'zod';
import { SaleCurrency } from '../rates/exact-money.ts';
import { SignedMoney } from './contract.ts';

const Day = z.iso
  .date('Must be a day, such as 2026-11-21.')
  .refine((day) => day >= '1900-01-01', 'Must be a day of 1900 or later.');

export const groupings = ['day', 'book', 'campaign', 'sub', 'chapter'] as const;
export type Grouping = (typeof groupings)[number];

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
const Amounts = z.array(SignedMoney);

const figures = {
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

export const ReportFigures = z.object(figures).meta({ id: 'AffiliateReportFigures' });
export type ReportFigures = z.infer<typeof ReportFigures>;

export const ReportRow = z
  .object({
    key: z.string().nullable().describe('The day, book, campaign, sub id or chapter; null: none.'),
    label: z.string().describe('For people: a book’s title.'),
    ...figures,
  })
  .meta({ id: 'AffiliateReportRow' });
export type ReportRow = z.infer<typeof ReportRow>;

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
export type AffiliateReport = z.infer<typeof AffiliateReport>;
