import type { Decimal } from 'decimal.js';
import { minorUnits } from '../rates/currencies.ts';
import { Exact } from './commission.ts';

/**
 * Rounds parts to the minor units of a currency so that they add up to their rounded sum: all are
 * rounded down, and what is missing goes to those that lost most (the first of equals).
 */
export function shareOut(parts: readonly Decimal[], total: Decimal, currency: string): Decimal[] {
  const digits = minorUnits(currency) ?? 0;
  const unit = new Exact(10).pow(-digits);
  const floors = parts.map((part) => part.toDecimalPlaces(digits, Exact.ROUND_FLOOR));
  const sum = floors.reduce((all, one) => all.plus(one), new Exact(0));
  const missing = total.toDecimalPlaces(digits).minus(sum).div(unit).toNumber();
  const lost = parts
    .map((part, index) => ({ index, lost: part.minus(floors[index] ?? part) }))
    .sort((one, other) => other.lost.comparedTo(one.lost) || one.index - other.index);
  const raised = new Set(lost.slice(0, missing).map(({ index }) => index));
  return floors.map((floor, index) => (raised.has(index) ? floor.plus(unit) : floor));
}
