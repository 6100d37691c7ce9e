import { Failure } from '../failure.ts';
import { convertAmount } from './convert.ts';
import type { ServedRates } from './rate-tables.ts';

interface Money {
  amount: string;
  currency: string;
}

/** Prices in a currency, all of one answer by the same table. */
interface RatedPrices {
  /** Null for a price whose own currency has no rate. */
  convert: (price: Money) => Money | null;
  ageSeconds: number;
  stale: boolean;
}

/** Fails: `unknown_currency` when there is no rate for the currency asked for. */
export function ratedPricesIn(rates: ServedRates) {
  return async function ratedPricesIn(currency: string): Promise<RatedPrices> {
    const table = await rates.current();
    if (!table.rates.has(currency)) {
      const detail = `There is no rate for ${currency}.`;
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

/** The same without the age of the rates. */
export function pricesIn(rates: ServedRates) {
  const rated = ratedPricesIn(rates);
  return async function pricesIn(currency: string): Promise<(price: Money) => Money | null> {
    return (await rated(currency)).convert;
  };
}
