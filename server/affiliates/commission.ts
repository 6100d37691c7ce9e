import { Decimal } from 'decimal.js';
import { minorUnits } from '../values/currencies.ts';

/** Twelve digits before the point and ten behind it, a million copies, any number of sales: all exact. */
export const ExactDecimal = Decimal.clone({
  precision: 80,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -80,
  toExpPos: 80,
});

export interface CommissionTerms {
  /** Share, 0 to 1. */
  rate: string;
  unitPrice: string;
}

/** `rate` of so many copies, not rounded. */
export function exactCommission({ rate, unitPrice }: CommissionTerms, copies: number): Decimal {
  return new ExactDecimal(rate).times(unitPrice).times(copies);
}

/** An amount with all minor units of its currency, rounded half to even. */
export function roundToMinorUnits(amount: Decimal.Value, currency: string): string {
  const digits = minorUnits(currency) ?? 0;
  return new ExactDecimal(amount).toDecimalPlaces(digits).toFixed(digits);
}

/** A partner's sums in one currency. */
export interface Totals {
  /** Σ rate × (sales − refunds), not rounded. */
  exact: string;
  /** Σ of the ledger's entries. */
  entered: string;
}

/** What is added to the ledger. */
export interface LedgerChange {
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
export function ledgerChange(
  totals: Totals,
  currency: string,
  change: { before: Decimal; after: Decimal },
): LedgerChange {
  const { before, after } = change;
  const commission = new ExactDecimal(roundToMinorUnits(after, currency)).minus(
    roundToMinorUnits(before, currency),
  );
  const exact = new ExactDecimal(totals.exact).plus(after).minus(before);
  const entered = roundToMinorUnits(exact, currency);
  const rounding = new ExactDecimal(entered).minus(totals.entered).minus(commission);
  return {
    commission: roundToMinorUnits(commission, currency),
    rounding: roundToMinorUnits(rounding, currency),
    totals: { exact: exact.toFixed(), entered },
  };
}

/**
 * Rounds parts to the minor units of a currency so that they add up to their rounded sum: all are
 * rounded down, and what is missing goes to those that lost most (the first of equals).
 */
export function roundPreservingSum(
  parts: readonly Decimal[],
  total: Decimal,
  currency: string,
): Decimal[] {
  const digits = minorUnits(currency) ?? 0;
  const unit = new ExactDecimal(10).pow(-digits);
  const floors = parts.map((part) => part.toDecimalPlaces(digits, ExactDecimal.ROUND_FLOOR));
  const sum = floors.reduce((all, one) => all.plus(one), new ExactDecimal(0));
  const missing = total.toDecimalPlaces(digits).minus(sum).div(unit).toNumber();
  const lost = parts
    .map((part, index) => ({ index, lost: part.minus(floors[index] ?? part) }))
    .sort((one, other) => other.lost.comparedTo(one.lost) || one.index - other.index);
  const raised = new Set(lost.slice(0, missing).map(({ index }) => index));
  return floors.map((floor, index) => (raised.has(index) ? floor.plus(unit) : floor));
}
