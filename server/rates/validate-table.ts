import { Decimal } from 'decimal.js';
import { type AcceptedTable, type RateTable, compareNewestFirst } from './rate-table.ts';

/**
 * Largest plausible ratio between a rate and the last good one. In 2025 and 2026, no ECB currency
 * moved by more than 4.2% in a day. The limit does not grow with age. After one or two months
 * without data, 3 to 9 of 160 currencies had moved further, and these are held until they are
 * confirmed.
 */
const maxFactor = new Decimal('1.08');

/**
 * Number of the source's days, including the current day, for which a move must persist to be
 * accepted.
 */
const daysToPersist = 3;

/** With more outliers than this, the whole table is considered wrong. */
const maxOutliers = { share: 0.1, atLeast: 3 };

/** The known tables for comparison with a new table. */
export interface KnownTables {
  /** Every source's newest plausible tables, none newer than the validated table. */
  lastGood: readonly AcceptedTable[];
  /** Earlier tables from the same source, newest first, including implausible rates. */
  earlierFromSource: readonly RateTable[];
  /** Recent tables from the other sources, including implausible rates. */
  fromOtherSources: readonly RateTable[];
}

export type TableVerdict =
  | { state: 'good'; table: AcceptedTable }
  | {
      state: 'refused';
      table: RateTable;
      /** Codes of the implausible rates. */
      outliers: string[];
    };

/**
 * Compares each currency of a table with its last plausible rate. A jump is accepted if another
 * source confirms it, or if it persists for three days and no other source contradicts it.
 * Otherwise, the last plausible rate remains. With too many jumps, the whole table is rejected.
 */
export function validateTable(table: RateTable, known: KnownTables): TableVerdict {
  const lastGood = known.lastGood.toSorted(compareNewestFirst);
  const rates = new Map<string, string>();
  const held = new Map<string, string>();
  let compared = 0;
  for (const [code, rate] of table.rates) {
    const good = firstRate(lastGood, code, table.pivot);
    if (good) compared += 1;
    if (!good || isNear(good, new Decimal(rate)) || isConfirmed(code, rate, table.pivot, known)) {
      rates.set(code, rate);
    } else {
      rates.set(code, good.toSignificantDigits(15).toFixed());
      held.set(code, rate);
    }
  }
  if (held.size > Math.max(maxOutliers.atLeast, compared * maxOutliers.share)) {
    return { state: 'refused', table, outliers: [...held.keys()] };
  }
  return { state: 'good', table: { ...table, rates, held } };
}

function isConfirmed(code: string, rate: string, pivot: string, known: KnownTables): boolean {
  const agrees = (other: RateTable): boolean | null => {
    const otherRate = rateIn(other, code, pivot);
    return otherRate && isNear(otherRate, new Decimal(rate));
  };
  const others = known.fromOtherSources.map(agrees).filter((agreement) => agreement !== null);
  if (others.length > 0) return others.includes(true);
  const before = known.earlierFromSource.slice(0, daysToPersist - 1);
  return before.length === daysToPersist - 1 && before.every(agrees);
}

function isNear(a: Decimal, b: Decimal): boolean {
  const factor = a.gt(b) ? a.div(b) : b.div(a);
  return factor.lte(maxFactor);
}

function firstRate(tables: readonly RateTable[], code: string, pivot: string): Decimal | null {
  for (const table of tables) {
    const rate = rateIn(table, code, pivot);
    if (rate) return rate;
  }
  return null;
}

/** Returns the units of `code` per unit of `pivot`, which may differ from the table's own pivot. */
function rateIn({ rates }: RateTable, code: string, pivot: string): Decimal | null {
  const [target, origin] = [rates.get(code), rates.get(pivot)];
  return target && origin ? new Decimal(target).div(origin) : null;
}
