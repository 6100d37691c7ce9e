import { z } from 'zod';
import { CurrencyCode, Money } from '../values/money.ts';

const codePattern = /^[A-Za-z]{3}$/;
const codeError = 'Must be a code of ISO 4217, such as EUR.';

/** A code as callers write it, in any case. */
const CurrencyCodeParameter = z.string().regex(codePattern, codeError).toUpperCase();

const CurrencyCodesParameter = z
  .string()
  .max(1200)
  .describe('ISO 4217 codes, comma-separated; every currency unless given.')
  .transform((list) => [...new Set(list.split(',').map((one) => one.trim().toUpperCase()))])
  .refine((codes) => codes.every((one) => codePattern.test(one)), {
    error: 'Every entry must be a code of ISO 4217, such as `EUR,JPY`.',
  });

const Amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,15})?$/, 'Must be a decimal number that is not negative, such as 9.99.')
  .describe('Decimal number that is not negative, such as `9.99`.');

const Day = z.iso
  .date('Must be a day, such as 2026-11-21.')
  .refine((day) => day >= '1900-01-01', 'Must be a day of 1900 or later.');
const Base = CurrencyCodeParameter.default('USD').describe(
  'ISO 4217 code: the rates are for one unit of it.',
);
const Format = z
  .enum(['json', 'csv'])
  .optional()
  .describe('Goes before `Accept`: `application/json`, unless that names `text/csv`.');

const TableDate = Day.optional().describe(
  'The last table on or before this day is used; the newest unless given.',
);

export const roundings = ['half-up', 'half-even', 'up', 'down', 'none'] as const;
export const Rounding = z
  .enum(roundings)
  .describe(
    'How the amount is rounded to the minor units of its currency; `up` is away from zero, `none` ' +
      'keeps 20 significant digits.',
  );
export type Rounding = z.infer<typeof Rounding>;

export const RatesQuery = z.strictObject({
  base: Base,
  symbols: CurrencyCodesParameter.optional(),
  amount: Amount.optional().describe('An amount of `base` to convert into every symbol, too.'),
  date: TableDate,
  format: Format,
});

export const ConvertQuery = z.strictObject({
  from: CurrencyCodeParameter.describe('ISO 4217 code of the amount.'),
  to: CurrencyCodeParameter.describe('ISO 4217 code to convert into.'),
  amount: Amount,
  date: TableDate,
  rounding: Rounding.default('half-up'),
});

export const HistoryQuery = z.strictObject({
  base: Base,
  symbols: CurrencyCodesParameter.optional(),
  from: Day.optional().describe('First day; 30 days before `to` unless given.'),
  to: Day.optional().describe('Last day, at most 365 after `from`; today unless given.'),
  format: Format,
});

const Rate = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .describe('Decimal number of up to 15 significant digits.');
const Rates = z.record(CurrencyCode, Rate).describe('Units of each currency for one of the base.');

/** Which table an answer is from, and how old that is. */
const TableInfo = {
  date: z.iso.date().describe('The day that the rates are of.'),
  asOf: z.iso.datetime().describe('The start of that day, UTC.'),
  ageSeconds: z.int().min(0).describe('Seconds since `asOf`.'),
  stale: z.boolean().describe('Whether they are 48 hours old or more.'),
  source: z
    .string()
    .describe('`currency-api` (a daily open data set), `ecb`, or `bundled` with the server.'),
};

export const RateList = z
  .object({
    base: CurrencyCode,
    ...TableInfo,
    rates: Rates,
    held: z
      .array(CurrencyCode)
      .optional()
      .describe('Currencies whose newest rate was not believed: their last good one is shown.'),
    converted: z.record(CurrencyCode, Money).optional().describe('`amount` in each currency.'),
  })
  .meta({ id: 'RateList' });
export type RateList = z.infer<typeof RateList>;

export const Conversion = z
  .object({
    from: Money,
    to: Money,
    rate: Rate,
    rounding: Rounding,
    ...TableInfo,
  })
  .meta({ id: 'Conversion' });

export const RateHistory = z
  .object({
    base: CurrencyCode,
    from: z.iso.date(),
    to: z.iso.date(),
    points: z
      .array(z.object({ date: z.iso.date(), source: TableInfo.source, rates: Rates }))
      .max(366)
      .describe('One for each day that there is a table of, oldest first.'),
  })
  .meta({ id: 'RateHistory' });
export type RateHistory = z.infer<typeof RateHistory>;

export const Currency = z
  .object({
    code: CurrencyCode,
    name: z.string().describe('In English.'),
    symbol: z.string().describe('The code again where there is none.'),
    minorUnits: z
      .int()
      .min(0)
      .nullable()
      .describe('Digits after the point; null where ISO 4217 names none (metals).'),
  })
  .meta({ id: 'Currency' });
