import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { isCurrency, minorUnits } from './currencies.ts';

/** Twelve digits and four of minor units, times a million, fit exactly. */
const Exact = Decimal.clone({ precision: 40 });

const amountError = 'Must be a decimal number that is not negative, such as 9.99.';

/** ISO 4217 code of a currency, whether or not things are sold in it. */
export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217 code.');

/** A decimal string and an ISO 4217 code: money is never a float. `ExactMoney` is its checked input form. */
export const Money = z.object({
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Money = z.infer<typeof Money>;

/** An amount as a caller writes it, whatever its currency. */
export const DecimalAmount = z
  .string(amountError)
  // Whoever counts its digits must not be handed what is no number.
  .regex(/^\d{1,12}(\.\d{1,6})?$/, { error: amountError, abort: true })
  .describe('Decimal number that is not negative, as a text: `9.99`.');

/** A currency that things are sold in: one of ISO 4217 that has minor units. */
export const SaleCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Must be a code of ISO 4217, such as EUR.')
  .refine(hasMinorUnits, 'Must be a currency of ISO 4217 that has minor units.')
  .describe('ISO 4217 code.');

/**
 * Money as it is taken in: exact, with no more digits than the currency has (JPY 0, BHD 3), and kept
 * with all of them.
 */
export const ExactMoney = z
  .strictObject({ amount: DecimalAmount, currency: SaleCurrency })
  .superRefine(({ amount, currency }, context) => {
    const digits = minorUnits(currency) ?? 0;
    if (new Decimal(amount).decimalPlaces() <= digits) return;
    const message = `${currency} has ${digits} digits after the point.`;
    context.addIssue({ code: 'custom', path: ['amount'], message });
  })
  .transform(({ amount, currency }) => ({ amount: toMinorUnits(amount, currency), currency }));
export type ExactMoney = z.infer<typeof ExactMoney>;

/** `quantity` times an exact amount, exact. */
export function multiplyMoney({ amount, currency }: ExactMoney, quantity: number): ExactMoney {
  return { amount: toMinorUnits(new Exact(amount).times(quantity), currency), currency };
}

function toMinorUnits(amount: Decimal.Value, currency: string): string {
  return new Decimal(amount).toFixed(minorUnits(currency) ?? 0);
}

function hasMinorUnits(code: string): boolean {
  return isCurrency(code) && minorUnits(code) !== null;
}
