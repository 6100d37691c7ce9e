import { Decimal } from 'decimal.js';
import { minorUnits } from '../values/currencies.ts';

/**
 * Arithmetic that is exact for amounts with 12 integer and 10 decimal digits, a million copies and
 * any number of sales.
 */
export const ExactDecimal = Decimal.clone({
  precision: 80,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -80,
  toExpPos: 80,
});

export interface CommissionTerms {
  /** Share from 0 to 1. */
  rate: string;
  unitPrice: string;
}

/** Returns the unrounded commission on a number of copies. */
export function exactCommission({ rate, unitPrice }: CommissionTerms, copies: number): Decimal {
  return new ExactDecimal(rate).times(unitPrice).times(copies);
}

/** Rounds an amount half to even to its currency's minor units. */
export function roundToMinorUnits(amount: Decimal.Value, currency: string): string {
  const digits = minorUnits(currency) ?? 0;
  return new ExactDecimal(amount).toDecimalPlaces(digits).toFixed(digits);
}

/** A partner's totals in one currency. */
export interface Totals {
  /** Σ rate × (sales − refunds), unrounded. */
  exact: string;
  /** Sum of the ledger entries. */
  entered: string;
}

/** Amounts to add to the ledger. */
export interface LedgerChange {
  commission: string;
  rounding: string;
  totals: Totals;
}

/**
 * Returns the ledger entries for a change to one conversion. Each conversion's commission is
 * rounded individually. The `rounding` entry keeps the partner's total equal to the rounded exact
 * total.
 *
 * @param change - The conversion's unrounded commission before and after the change.
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
 * Rounds parts to a currency's minor units so that they add up to their rounded total (largest
 * remainder method). Rounds all parts down, then adds the missing units to the parts with the
 * largest remainders. Among equal remainders, the first part takes precedence.
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
