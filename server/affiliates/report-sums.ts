import type { Decimal } from 'decimal.js';
import { Failure } from '../failure.ts';
import { ExactDecimal, roundToMinorUnits, roundPreservingSum } from './commission.ts';
import type { ConversionRow } from './conversion-rows.ts';
import type { ReportFigures, ReportRow } from './contract.ts';

const counts = ['impressions', 'opens', 'samplesFinished', 'clicks'] as const;
/** The other amounts are derived from these. */
const amounts = ['sales', 'refunds', 'pending', 'approved', 'paid'] as const;
type Amount = (typeof amounts)[number];

export type Counts = Record<(typeof counts)[number], number>;

export type ReportedConversion = Pick<
  ConversionRow,
  | 'unit_price'
  | 'currency'
  | 'quantity'
  | 'refunded_quantity'
  | 'commission'
  | 'rounding'
  | 'paid_commission'
  | 'paid_rounding'
  | 'payout_id'
  | 'approves_at'
>;

/** The report's currency and the exchange rates stored with a sale. */
export interface ReportCurrency {
  currency: string;
  rates: Readonly<Record<string, string>>;
}

type Sums = Map<string, Record<Amount, Decimal>>;

interface Group extends Counts {
  conversions: number;
  sums: Sums;
}

export type ReportSums = ReturnType<typeof reportSums>;

/**
 * Adds up a report by group and in total. `now` (ISO 8601) determines which commissions are
 * approved.
 */
export function reportSums(now: string) {
  const groups = new Map<string | null, Group>();
  const all: Sums = new Map();

  function groupOf(key: string | null): Group {
    const known = groups.get(key);
    if (known) return known;
    const group: Group = {
      impressions: 0,
      opens: 0,
      samplesFinished: 0,
      clicks: 0,
      conversions: 0,
      sums: new Map(),
    };
    groups.set(key, group);
    return group;
  }

  return {
    addCount(key: string | null, counter: keyof Counts, number: number): void {
      groupOf(key)[counter] += number;
    },

    /** @param into - The report's currency. Null to report each currency separately. */
    addConversion(key: string | null, row: ReportedConversion, into: ReportCurrency | null): void {
      const group = groupOf(key);
      group.conversions += 1;
      const currency = into?.currency ?? row.currency;
      for (const [name, amount] of Object.entries(amountsOf(row, now))) {
        const shown = into ? convertAmount(amount, row.currency, into) : amount;
        for (const sums of [group.sums, all]) {
          const sum = sumsOf(sums, currency);
          if (isAmount(name)) sum[name] = sum[name].plus(shown);
        }
      }
    },

    /** Returns the rows with labels, sorted by key, and their totals. */
    finish(
      labelOf: (key: string | null) => string,
      currency: string | null,
    ): { rows: ReportRow[]; totals: ReportFigures } {
      if (currency !== null) sumsOf(all, currency);
      const keys = [...groups.keys()].sort(compareKeys);
      const rounded = roundAll(
        keys.map((key) => groupOf(key).sums),
        all,
      );
      const rows = keys.map((key, index) => ({
        key,
        label: labelOf(key),
        ...countsOf([groupOf(key)]),
        ...moneyOf(rounded.parts[index] ?? new Map(), currency),
      }));
      const totals = { ...countsOf([...groups.values()]), ...moneyOf(rounded.total, currency) };
      return { rows, totals };
    },
  };
}

function amountsOf(row: ReportedConversion, now: string): Record<Amount, Decimal> {
  const sales = new ExactDecimal(row.unit_price).times(row.quantity);
  const refunds = new ExactDecimal(row.unit_price).times(row.refunded_quantity);
  const paid = new ExactDecimal(row.paid_commission).plus(row.paid_rounding);
  const open = new ExactDecimal(row.commission).plus(row.rounding).minus(paid);
  // Refunds of paid commissions are due immediately.
  const isPending = row.payout_id === null && row.approves_at > now;
  const none = new ExactDecimal(0);
  return {
    sales,
    refunds,
    paid,
    pending: isPending ? open : none,
    approved: isPending ? none : open,
  };
}

/** @throws Failure `unknown_currency`. */
function convertAmount(
  amount: Decimal,
  from: string,
  { currency, rates }: ReportCurrency,
): Decimal {
  if (from === currency) return amount;
  const [target, origin] = [rates[currency], rates[from]];
  if (target === undefined || origin === undefined) {
    const detail = `No exchange rate for ${currency} was stored with a sale in ${from}.`;
    const errors = [{ parameter: 'currency', detail }];
    throw new Failure('unknown_currency', `currency: ${detail}`, { errors });
  }
  return amount.times(target).div(origin);
}

function isAmount(name: string): name is Amount {
  return amounts.some((one) => one === name);
}

function sumsOf(sums: Sums, currency: string): Record<Amount, Decimal> {
  const known = sums.get(currency);
  if (known) return known;
  const none = new ExactDecimal(0);
  const created = { sales: none, refunds: none, pending: none, approved: none, paid: none };
  sums.set(currency, created);
  return created;
}

/** Rounds to minor units so that the parts of every amount add up to its total. */
function roundAll(parts: Sums[], total: Sums): { parts: Sums[]; total: Sums } {
  const rounded: Sums[] = parts.map(() => new Map());
  const totals: Sums = new Map();
  for (const [currency, sums] of total) {
    for (const name of amounts) {
      const column = parts.map((part) => part.get(currency)?.[name] ?? new ExactDecimal(0));
      const shares = roundPreservingSum(column, sums[name], currency);
      for (const [index, share] of shares.entries()) {
        const into = rounded[index];
        if (into && parts[index]?.has(currency)) sumsOf(into, currency)[name] = share;
      }
      sumsOf(totals, currency)[name] = new ExactDecimal(roundToMinorUnits(sums[name], currency));
    }
  }
  return { parts: rounded, total: totals };
}

function countsOf(groups: Group[]) {
  const sum = (name: keyof Counts | 'conversions') =>
    groups.reduce((all, group) => all + group[name], 0);
  return {
    impressions: sum('impressions'),
    opens: sum('opens'),
    samplesFinished: sum('samplesFinished'),
    clicks: sum('clicks'),
    conversions: sum('conversions'),
  };
}

function moneyOf(
  sums: Sums,
  currency: string | null,
): Omit<ReportFigures, keyof Counts | 'conversions'> {
  if (currency !== null) sumsOf(sums, currency);
  const inOrder = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = (amountOf: (sum: Record<Amount, Decimal>) => Decimal) =>
    inOrder.map(([code, sum]) => ({
      amount: roundToMinorUnits(amountOf(sum), code),
      currency: code,
    }));
  return {
    sales: list(({ sales }) => sales),
    refunds: list(({ refunds }) => refunds),
    net: list(({ sales, refunds }) => sales.minus(refunds)),
    commission: list(({ pending, approved, paid }) => pending.plus(approved).plus(paid)),
    pending: list(({ pending }) => pending),
    approved: list(({ approved }) => approved),
    paid: list(({ paid }) => paid),
  };
}

/** Sorts rows without a group (null) last. */
function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : 1;
}
