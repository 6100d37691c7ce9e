import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { isCurrency, minorUnits } from './currencies.ts';

/** Enough precision for 12 integer digits and 4 minor unit digits, multiplied by a million. */
const ExactDecimal = Decimal.clone({ precision: 40 });

const amountError =
  'Must be a string with a decimal number, such as "9.99": a point before the decimals, no sign, and at most 12 digits before the point.';

/** ISO 4217 code of any currency. `SaleCurrency` allows fewer. */
export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, {
    error: 'Must be an ISO 4217 code of three capital letters, such as EUR.',
    abort: true,
  })
  .describe('ISO 4217 code.');

/**
 * An amount as a decimal string (never a float) and an ISO 4217 code. `ExactMoney` is the validated
 * input form.
 */
export const Money = z.object({
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Money = z.infer<typeof Money>;

/** A decimal amount as sent by the client, in any currency. */
export const DecimalAmount = z
  .string(amountError)
  // Aborts because later checks count digits and must not receive an invalid number.
  .regex(/^\d{1,12}(\.\d{1,6})?$/, { error: amountError, abort: true })
  .describe('Non-negative decimal number as a string, such as `9.99`.');

/** A currency allowed in sales, which is any ISO 4217 currency with minor units. */
export const SaleCurrency = z
  .string('Must be an ISO 4217 code, such as EUR.')
  .regex(/^[A-Z]{3}$/, {
    error: 'Must be an ISO 4217 code of three capital letters, such as EUR.',
    abort: true,
  })
  .refine(hasMinorUnits, {
    error: 'Must be an ISO 4217 currency that has minor units, such as EUR.',
    params: { reason: 'currency' },
  })
  .describe('ISO 4217 code.')
  .meta({ example: 'EUR' });

/**
 * An exact amount of money, with at most as many decimal digits as the currency allows (JPY 0, BHD
 * 3). Parsed amounts are padded to that number of digits.
 */
export const ExactMoney = z
  .strictObject({ amount: DecimalAmount, currency: SaleCurrency })
  .superRefine(({ amount, currency }, context) => {
    const digits = minorUnits(currency) ?? 0;
    if (new Decimal(amount).decimalPlaces() <= digits) return;
    const message = `Must have at most ${digits} digits after the decimal point for ${currency}.`;
    context.addIssue({ code: 'custom', path: ['amount'], message, params: { reason: 'format' } });
  })
  .transform(({ amount, currency }) => ({ amount: toMinorUnits(amount, currency), currency }));
export type ExactMoney = z.infer<typeof ExactMoney>;

/** Multiplies an exact amount by `quantity` without rounding. */
export function multiplyMoney({ amount, currency }: ExactMoney, quantity: number): ExactMoney {
  return { amount: toMinorUnits(new ExactDecimal(amount).times(quantity), currency), currency };
}

function toMinorUnits(amount: Decimal.Value, currency: string): string {
  return new Decimal(amount).toFixed(minorUnits(currency) ?? 0);
}

function hasMinorUnits(code: string): boolean {
  return isCurrency(code) && minorUnits(code) !== null;
}
