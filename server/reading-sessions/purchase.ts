import type { Money } from '../values/money.ts';
import { Failure } from '../failure.ts';
import type { Purchase } from './contract.ts';
import type { EmbedServices } from './embed-services.ts';

/** A book's price and buy link. */
export interface PurchaseOffer {
  price: Money | null;
  /** The signed buy link, or null if the book is not sold. */
  buyUrl: string | null;
}

/**
 * The currency to which prices are converted, and whether the request or the deployment specifies
 * it.
 */
export interface RequestedCurrency {
  code: string | null;
  isExplicit: boolean;
}

/**
 * Returns a book's purchase details, or null if it is not sold.
 *
 * @throws Failure `unknown_currency` if the request names a currency without a rate.
 */
export async function toPurchase(
  { price, buyUrl }: PurchaseOffer,
  { code, isExplicit }: RequestedCurrency,
  pricesIn: EmbedServices['pricesIn'],
): Promise<Purchase | null> {
  const prices =
    code === null ? null : await pricesIn(code).catch(ignoreUnknownDefaultCurrency(isExplicit));
  if (!price && buyUrl === null) return null;
  const unconverted = { converted: null, rateAgeSeconds: null, stale: false };
  const converted = prices && price && price.currency !== code ? prices.convert(price) : null;
  if (!prices || !converted) return { price, ...unconverted, buyUrl };
  const { ageSeconds, stale } = prices;
  return { price, converted, rateAgeSeconds: ageSeconds, stale, buyUrl };
}

/** A missing rate for a deployment's default currency must not make its books unavailable. */
function ignoreUnknownDefaultCurrency(isExplicit: boolean) {
  return (error: unknown): null => {
    if (!isExplicit && error instanceof Failure && error.code === 'unknown_currency') return null;
    throw error;
  };
}
