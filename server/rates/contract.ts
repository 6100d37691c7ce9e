import { z } from 'zod';
import { CurrencyCode, Money } from '../values/money.ts';

const codePattern = /^[A-Za-z]{3}$/;
const codeError = 'Must be an ISO 4217 code, such as EUR.';

/** A code as sent by the client, in any case. */
const CurrencyCodeParameter = z.string().regex(codePattern, codeError).toUpperCase();

const CurrencyCodesParameter = z
  .string()
  .max(1200)
  .describe('ISO 4217 codes, comma-separated. Defaults to every currency.')
  .transform((list) => [...new Set(list.split(',').map((one) => one.trim().toUpperCase()))])
  .refine((codes) => codes.every((one) => codePattern.test(one)), {
    error: 'Every entry must be an ISO 4217 code, such as `EUR,JPY`.',
  })
  .meta({ example: 'EUR,JPY' });

const Amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,15})?$/, 'Must be a non-negative decimal number, such as 9.99.')
  .describe('Non-negative decimal number, such as `9.99`.')
  .meta({ example: '9.99' });

const Day = z.iso
  .date('Must be a date in the form YYYY-MM-DD, such as 2026-11-21.')
  .refine((day) => day >= '1900-01-01', 'Must be 1900-01-01 or later.')
  .meta({ example: '2026-11-20' });
const Base = CurrencyCodeParameter.default('USD')
  .describe('ISO 4217 code of the base currency. Rates are for one unit of it.')
  .meta({ example: 'USD' });
const Format = z
  .enum(['json', 'csv'])
  .optional()
  .describe(
    'Response format. Takes precedence over `Accept`. Defaults to `csv` if `Accept` names `text/csv`, and to `json` otherwise.',
  )
  .meta({ isHidden: true });

const TableDate = Day.optional().describe(
  'Uses the last table on or before this day (UTC), which must not be in the future. Defaults to the newest table.',
);

export const roundings = ['half-up', 'half-even', 'up', 'down', 'none'] as const;
export const Rounding = z
  .enum(roundings)
  .describe(
    'How the amount is rounded to its currency’s minor units. `up` rounds away from zero, and `none` ' +
      'keeps 20 significant digits.',
  );
export type Rounding = z.infer<typeof Rounding>;

export const RatesQuery = z.strictObject({
  base: Base,
  symbols: CurrencyCodesParameter.optional(),
  amount: Amount.optional().describe('An amount in `base` to convert to every symbol.'),
  date: TableDate,
  format: Format,
});

export const ConvertQuery = z.strictObject({
  from: CurrencyCodeParameter.describe('ISO 4217 code of the amount.').meta({ example: 'USD' }),
  to: CurrencyCodeParameter.describe('ISO 4217 code of the target currency.').meta({
    example: 'EUR',
  }),
  amount: Amount,
  date: TableDate,
  rounding: Rounding.default('half-up'),
});

export const HistoryQuery = z.strictObject({
  base: Base,
  symbols: CurrencyCodesParameter.optional(),
  from: Day.optional().describe('First day. Defaults to 30 days before `to`.'),
  to: Day.optional().describe(
    'Last day (UTC), at most 365 days after `from` and not in the future. Defaults to today.',
  ),
  format: Format,
});

const Rate = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .describe('Decimal number with up to 15 significant digits.');
const Rates = z
  .record(CurrencyCode, Rate)
  .describe('Units of each currency per unit of the base currency.');

/** The table used for a response, and its age. */
const TableInfo = {
  date: z.iso.date().describe('The date of the rates.'),
  asOf: z.iso.datetime().describe('Start of that date in UTC.'),
  ageSeconds: z.int().min(0).describe('Seconds since `asOf`.'),
  stale: z.boolean().describe('Whether the rates are at least 48 hours old.'),
  source: z
    .string()
    .describe(
      '`currency-api` (a daily open data set), `ecb`, or `bundled` (shipped with the server).',
    ),
};

const exampleTable = {
  date: '2026-11-20',
  asOf: '2026-11-20T00:00:00Z',
  ageSeconds: 43_200,
  stale: false,
  source: 'ecb',
};

export const RateList = z
  .object({
    base: CurrencyCode,
    ...TableInfo,
    rates: Rates,
    held: z
      .array(CurrencyCode)
      .optional()
      .describe(
        'Currencies whose newest rate was implausible. Their last plausible rate is returned.',
      ),
    converted: z.record(CurrencyCode, Money).optional().describe('`amount` in each currency.'),
  })
  .meta({
    id: 'RateList',
    example: {
      base: 'USD',
      ...exampleTable,
      rates: { EUR: '0.88022588', JPY: '157.47729333' },
      converted: {
        EUR: { amount: '8.79', currency: 'EUR' },
        JPY: { amount: '1573', currency: 'JPY' },
      },
    },
  });
export type RateList = z.infer<typeof RateList>;

export const Conversion = z
  .object({
    from: Money,
    to: Money,
    rate: Rate,
    rounding: Rounding,
    ...TableInfo,
  })
  .meta({
    id: 'Conversion',
    example: {
      from: { amount: '9.99', currency: 'USD' },
      to: { amount: '8.79', currency: 'EUR' },
      rate: '0.88022588',
      rounding: 'half-up',
      ...exampleTable,
    },
  });

export const RateHistory = z
  .object({
    base: CurrencyCode,
    from: z.iso.date(),
    to: z.iso.date(),
    points: z
      .array(z.object({ date: z.iso.date(), source: TableInfo.source, rates: Rates }))
      .max(366)
      .describe('One entry per day with a table, oldest first.'),
  })
  .meta({ id: 'RateHistory' });
export type RateHistory = z.infer<typeof RateHistory>;

export const Currency = z
  .object({
    code: CurrencyCode,
    name: z.string().describe('English name.'),
    symbol: z.string().describe('Local symbol, or the code if there is none.'),
    minorUnits: z
      .int()
      .min(0)
      .nullable()
      .describe('Digits after the decimal point. Null if ISO 4217 defines none (precious metals).'),
  })
  .meta({ id: 'Currency' });
