import { Decimal } from 'decimal.js';
import { type AcceptedTable, type RateTable, compareNewestFirst } from './rate-table.ts';

/**
 * The furthest that a rate may be from the last good one, as a factor, to be believed at once. No
 * currency of the ECB moved by more than 4.2 % in a day of 2025 and 2026. It does not grow with age:
 * after a month or two without news, 3 to 9 of 160 had moved further, and wait or are confirmed.
 */
const maxFactor = new Decimal('1.08');

/** A move on this many days of the source, the new one included, is no slip. */
const daysToPersist = 3;

/** More outliers than this: the table is wrong, not the currencies. */
const maxOutliers = { share: 0.1, atLeast: 3 };

/** What is known when a table arrives. */
export interface KnownTables {
  /** Newest good tables of every source, none newer than the one that is judged. */
  lastGood: readonly AcceptedTable[];
  /** What this source itself said on its days before, newest first, believed or not. */
  earlierFromSource: readonly RateTable[];
  /** What the other sources said in these days, believed or not. */
  fromOtherSources: readonly RateTable[];
}

export type TableVerdict =
  | { state: 'good'; table: AcceptedTable }
  | {
      state: 'refused';
      table: RateTable;
      /** The codes that jumped. */
      outliers: string[];
    };

/**
 * Compares a table with the last good rates, currency by currency. A jump is believed when another
 * source says the same, or when the source has kept to it for three days and no other source says
 * otherwise; else the last good rate stays. With too many jumps the whole table is refused.
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
    const said = rateIn(other, code, pivot);
    return said && isNear(said, new Decimal(rate));
  };
  const others = known.fromOtherSources.map(agrees).filter((said) => said !== null);
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

/** Units of `code` for one of `pivot`, which need not be the table's own pivot. */
function rateIn({ rates }: RateTable, code: string, pivot: string): Decimal | null {
  const [target, origin] = [rates.get(code), rates.get(pivot)];
  return target && origin ? new Decimal(target).div(origin) : null;
}
