import { Decimal } from 'decimal.js';
import { minorUnits } from '../rates/currencies.ts';

/** Twelve digits before the point and ten behind it, a million copies, any number of sales: all exact. */
export const Exact = Decimal.clone({
  precision: 80,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -80,
  toExpPos: 80,
});

export interface Earning {
  /** Share, 0 to 1. */
  rate: string;
  unitPrice: string;
}

/** `rate` of so many copies, not rounded. */
export function exactCommission({ rate, unitPrice }: Earning, copies: number): Decimal {
  return new Exact(rate).times(unitPrice).times(copies);
}

/** An amount with all minor units of its currency, rounded half to even. */
export function toMinor(amount: Decimal.Value, currency: string): string {
  const digits = minorUnits(currency) ?? 0;
  return new Exact(amount).toDecimalPlaces(digits).toFixed(digits);
}

/** A partner's sums in one currency. */
export interface Totals {
  /** Σ rate × (sales − refunds), not rounded. */
  exact: string;
  /** Σ of the ledger's entries. */
  entered: string;
}

/** What is added to the ledger. */
export interface LedgerStep {
  commission: string;
  rounding: string;
  totals: Totals;
}

/**
 * What a change of one conversion adds to the ledger. Each conversion's commission is rounded for
 * itself; the `rounding` beside it keeps the partner's sum at exactly the rounded sum of all.
 *
 * @param change - What the conversion earned before and earns now, not rounded.
 */
export function ledgerStep(
  totals: Totals,
  currency: string,
  change: { before: Decimal; after: Decimal },
): LedgerStep {
  const { before, after } = change;
  const commission = new Exact(toMinor(after, currency)).minus(toMinor(before, currency));
  const exact = new Exact(totals.exact).plus(after).minus(before);
  const entered = toMinor(exact, currency);
  const rounding = new Exact(entered).minus(totals.entered).minus(commission);
  return {
    commission: toMinor(commission, currency),
    rounding: toMinor(rounding, currency),
    totals: { exact: exact.toFixed(), entered },
  };
}
