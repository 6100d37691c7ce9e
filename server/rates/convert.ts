import { Decimal } from 'decimal.js';
import { Failure } from '../failure.ts';
import type { Rounding } from './contract.ts';
import { minorUnits } from '../values/currencies.ts';
import type { Money } from '../values/money.ts';
import type { RateTable } from './rate-table.ts';
import type { ServedRates } from './served-rates.ts';

/** Enough digits to hide rounding errors of intermediate steps in every result. */
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Significant digits of a rate in responses. r(a,b)·r(b,a) is 1 to within 1e-14. */
const rateDigits = 15;
/** Significant digits of an amount that is not rounded to its currency. */
const unroundedDigits = 20;

const roundingModes = {
  'half-up': Decimal.ROUND_HALF_UP,
  'half-even': Decimal.ROUND_HALF_EVEN,
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
} satisfies Record<Exclude<Rounding, 'none'>, Decimal.Rounding>;

/**
 * Returns the units of `to` for one unit of `from`, crossed through the table's pivot. The result
 * is not rounded. Round once, where the amount is displayed.
 *
 * @throws Failure `unknown_currency` if the table lacks either currency.
 */
export function crossRate(table: Pick<RateTable, 'rates'>, from: string, to: string): Decimal {
  const [target, origin] = [perPivot(table, to), perPivot(table, from)];
  return from === to ? new Exact(1) : target.div(origin);
}

/** Formats a rate for responses with 15 significant digits and never an exponent. */
export function formatRate(rate: Decimal): string {
  return rate.toSignificantDigits(rateDigits).toFixed();
}

/**
 * Converts an amount in `from` to `to`, rounded once to the minor units of `to` (JPY 0, BHD 3).
 *
 * @param amount - A decimal string.
 * @param rounding - `up` rounds away from zero, and `none` keeps 20 significant digits.
 * @throws Failure `unknown_currency` if the table lacks either currency.
 */
export function convertAmount(
  table: Pick<RateTable, 'rates'>,
  amount: string,
  from: string,
  to: string,
  rounding: Rounding = 'half-up',
): { amount: string; currency: string } {
  // Multiply before dividing to keep exact results exact.
  const exact = new Exact(amount).times(perPivot(table, to)).div(perPivot(table, from));
  return { amount: roundAmount(exact, to, rounding), currency: to };
}

function roundAmount(amount: Decimal, currency: string, rounding: Rounding): string {
  const digits = minorUnits(currency);
  return digits === null || rounding === 'none'
    ? amount.toSignificantDigits(unroundedDigits).toFixed()
    : amount.toFixed(digits, roundingModes[rounding]);
}

/** Explains `unknown_currency`. */
export function noRateDetail(code: string): string {
  return `No exchange rate is available for ${code}. Use a currency that \`GET /v1/rates\` lists, such as \`EUR\`.`;
}

function perPivot({ rates }: Pick<RateTable, 'rates'>, code: string): Decimal {
  const rate = rates.get(code);
  if (rate === undefined) throw new Failure('unknown_currency', noRateDetail(code));
  return new Exact(rate);
}

/** Converts prices to one currency. All prices in a response use the same table. */
interface AgedPriceConverter {
  /** Returns null if there is no rate for the price's currency. */
  convert: (price: Money) => Money | null;
  ageSeconds: number;
  stale: boolean;
}

/** @throws Failure `unknown_currency` if there is no rate for the requested currency. */
export function agedPriceConverter(rates: ServedRates) {
  return async function ratedPricesIn(currency: string): Promise<AgedPriceConverter> {
    const table = await rates.current();
    if (!table.rates.has(currency)) {
      const detail = noRateDetail(currency);
      throw new Failure('unknown_currency', detail, {
        errors: [{ parameter: 'currency', detail }],
      });
    }
    const { ageSeconds, stale } = table;
    const convert = (price: Money) =>
      table.rates.has(price.currency)
        ? convertAmount(table, price.amount, price.currency, currency)
        : null;
    return { convert, ageSeconds, stale };
  };
}

/** Does the same as `agedPriceConverter`, without the age of the rates. */
export function priceConverter(rates: ServedRates) {
  const rated = agedPriceConverter(rates);
  return async function pricesIn(currency: string): Promise<(price: Money) => Money | null> {
    return (await rated(currency)).convert;
  };
}
