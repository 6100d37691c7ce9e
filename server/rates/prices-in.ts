import { Failure } from '../failure.ts';
import { convertAmount } from './convert.ts';
import type { ServedRates } from './rate-tables.ts';

interface Money {
  amount: string;
  currency: string;
}

/**
 * Prices in a currency, all of one answer by the same table; null for a price whose own currency
 * has no rate. Fails: `unknown_currency` when there is no rate for the one asked for.
 */
export function pricesIn(rates: ServedRates) {
  return async function pricesIn(currency: string): Promise<(price: Money) => Money | null> {
    const table = await rates.current();
    if (!table.rates.has(currency)) {
      const detail = `There is no rate for ${currency}.`;
      throw new Failure('unknown_currency', detail, {
        errors: [{ parameter: 'currency', detail }],
      });
    }
    return (price) =>
      table.rates.has(price.currency)
        ? convertAmount(table, price.amount, price.currency, currency)
        : null;
  };
}
