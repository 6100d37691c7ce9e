import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import { DeploymentId } from '../deployments/contract.ts';
import { limitParameter } from '../http/query-parameters.ts';
import { deviceClasses } from './audience.ts';

const Day = z.iso
  .date('Must be a date in the form YYYY-MM-DD, such as 2026-11-21.')
  .refine((day) => day >= '1900-01-01', 'Must be 1900-01-01 or later.');

export const intervals = ['hour', 'day', 'month'] as const;
export type Interval = (typeof intervals)[number];

export const groupings = [
  'book',
  'deployment',
  'affiliate',
  'campaign',
  'language',
  'country',
  'device',
] as const;
export type AnalyticsGrouping = (typeof groupings)[number];

const Code = z
  .string()
  .regex(
    /^[0-9A-Za-z_.-]{1,64}$/,
    'Must be 1 to 64 letters (A to Z), digits, and `_`, `.` or `-`, such as books_weekly.',
  );

/** Groups all campaigns beyond the limit. No campaign can have this name. */
export const otherCampaigns = '(other)';

/** The parameters of every query that select readings. */
const filters = {
  book: BookId.optional().describe('Counts only readings of this book.'),
  deployment: DeploymentId.optional().describe('Counts only readings in this deployment.'),
  affiliate: Code.optional()
    .describe('Counts only readings through the affiliate with this code or id.')
    .meta({ example: 'books_weekly' }),
  campaign: Code.or(z.literal(otherCampaigns))
    .optional()
    .describe('Counts only readings with this campaign.')
    .meta({ example: 'autumn' }),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'Must be a language code in small letters, such as de.')
    .optional()
    .describe('Counts only readings whose first language in `Accept-Language` is this one.')
    .meta({ example: 'de' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Must be a country code in capital letters, such as AT.')
    .optional()
    .describe('Counts only readings whose first region in `Accept-Language` is this country.')
    .meta({ example: 'AT' }),
  device: z
    .enum(deviceClasses)
    .optional()
    .describe('Counts only readings on this class of device.')
    .meta({ example: 'phone' }),
};

export const AnalyticsQuery = z.strictObject({
  from: Day.optional()
    .describe('First day (UTC). Defaults to 29 days before the last day.')
    .meta({ example: '2026-11-01' }),
  to: Day.optional().describe('Last day (UTC). Defaults to today.').meta({ example: '2026-11-21' }),
  interval: z
    .enum(intervals)
    .default('day')
    .describe('Length of each entry in `series`. Hours are available for the last 90 days.'),
  groupBy: z.enum(groupings).optional().describe('Also counts each value separately, in `groups`.'),
  compare: z
    .enum(['previous'])
    .optional()
    .describe('Also counts the same number of days before the period.'),
  ...filters,
  limit: limitParameter(1000, 100, 'Number of groups, those with the most opens first'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe(
      'Response format. Takes precedence over `Accept`. Defaults to `csv` if `Accept` names `text/csv`, and to `json` otherwise.',
    )
    .meta({ isHidden: true }),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

const Count = z.int().min(0);
const share = (what: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .describe(`${what}, rounded to four decimals. Null if there are none.`);

/** Numbers of `GET /v1/analytics/opens`. */
export const OpenFigures = z
  .object({
    opens: Count.describe('Readings in which the first page was displayed.'),
    sessions: Count.describe(
      'Opens in which the reader read for ten seconds or more, read a further tenth of the book, ' +
        'reached the end of the sample or clicked the buy button.',
    ),
    readers: Count.describe(
      'Readers with consent and a reader id from your server. Each counts once a day and book.',
    ),
  })
  .meta({ id: 'AnalyticsOpenFigures', example: { opens: 1204, sessions: 861, readers: 312 } });
export type OpenFigures = z.infer<typeof OpenFigures>;

/** Numbers of `GET /v1/analytics/reading`. */
export const ReadingFigures = z
  .object({
    sessions: Count.describe('As in the report of opens.'),
    secondsRead: Count.describe('Time read in these sessions, in seconds.'),
    averageSeconds: z
      .int()
      .min(0)
      .nullable()
      .describe('`secondsRead` per session, rounded. Null if there are none.'),
    finished: Count.describe('Sessions that reached the last twentieth of the book.'),
    completion: share('`finished` per session'),
  })
  .meta({
    id: 'AnalyticsReadingFigures',
    example: {
      sessions: 861,
      secondsRead: 412_419,
      averageSeconds: 479,
      finished: 64,
      completion: 0.0743,
    },
  });
export type ReadingFigures = z.infer<typeof ReadingFigures>;

/** Numbers of `GET /v1/analytics/funnel`. */
export const FunnelFigures = z
  .object({
    opens: Count.describe('As in the report of opens.'),
    sampleEnds: Count.describe('Opens in which the reader reached the end of the sample.'),
    buyClicks: Count.describe('Opens in which the reader clicked the buy button.'),
    sales: Count.describe(
      'Opens that led to a sale that you reported with its `clickId` within 30 days. Refunds do not change it.',
    ),
    sampleEndRate: share('`sampleEnds` per open'),
    buyClickRate: share('`buyClicks` per open'),
    saleRate: share('`sales` per open'),
  })
  .meta({
    id: 'AnalyticsFunnelFigures',
    example: {
      opens: 1204,
      sampleEnds: 388,
      buyClicks: 97,
      sales: 21,
      sampleEndRate: 0.3223,
      buyClickRate: 0.0806,
      saleRate: 0.0174,
    },
  });
export type FunnelFigures = z.infer<typeof FunnelFigures>;

const stopFields = {
  reached: Count.describe('Sessions that reached this position or a later one.'),
  stopped: Count.describe('Sessions whose furthest position is in this part.'),
};

/** A part of the curve by position. */
export const PositionStop = z
  .object({
    from: z.number().min(0).max(1).describe('Start of this part of the book, from 0 to 1.'),
    to: z.number().min(0).max(1),
    ...stopFields,
  })
  .meta({
    id: 'AnalyticsPositionStop',
    example: { from: 0, to: 0.05, reached: 861, stopped: 203 },
  });

/** A section in the curve by chapter. */
export const SectionStop = z
  .object({
    section: z.int().min(0).describe('Index in the reading order.'),
    title: z.string().nullable().describe('Null if the section has no title or no longer exists.'),
    ...stopFields,
  })
  .meta({
    id: 'AnalyticsSectionStop',
    example: { section: 4, title: 'Loomings', reached: 640, stopped: 51 },
  });

/** Creates the schema of a report with these numbers. */
function reportOf<Shape extends z.ZodRawShape>(figures: z.ZodObject<Shape>) {
  const series = z.array(
    z.object({ start: z.string().describe('The UTC hour, day or month.'), ...figures.shape }),
  );
  return {
    from: z.iso.date(),
    to: z.iso.date(),
    interval: z.enum(intervals),
    groupBy: z.enum(groupings).nullable(),
    totals: figures,
    previous: z
      .object({ from: z.iso.date(), to: z.iso.date(), totals: figures, series })
      .nullable()
      .describe('The days before the period. Null without `compare`.'),
    series: series.describe('All intervals of the period, including empty ones.'),
    groups: z
      .array(
        z.object({
          key: z.string().nullable().describe('Null for readings without a value.'),
          label: z.string().describe('Display name, such as a book title.'),
          ...figures.shape,
          previous: figures.nullable(),
        }),
      )
      .nullable()
      .describe('Null without `groupBy`.'),
    omittedGroups: Count.describe('Number of groups beyond `limit`.'),
  };
}

export const OpensReport = z.object(reportOf(OpenFigures)).meta({ id: 'AnalyticsOpensReport' });
export type OpensReport = z.infer<typeof OpensReport>;

export const ReadingReport = z
  .object({
    ...reportOf(ReadingFigures),
    positions: z.array(PositionStop).describe('Where readers stop, in twenty equal parts.'),
    sections: z
      .array(SectionStop)
      .nullable()
      .describe('Where readers stop, by section of the reading order. Null without `book`.'),
  })
  .meta({ id: 'AnalyticsReadingReport' });
export type ReadingReport = z.infer<typeof ReadingReport>;

export const FunnelReport = z.object(reportOf(FunnelFigures)).meta({ id: 'AnalyticsFunnelReport' });
export type FunnelReport = z.infer<typeof FunnelReport>;
