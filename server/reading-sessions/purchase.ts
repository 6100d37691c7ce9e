import type { Money } from '../values/money.ts';
import { Failure } from '../failure.ts';
import type { Purchase } from './contract.ts';
import type { EmbedServices } from './embed-services.ts';

/** What a book costs, and where it is bought. */
export interface PurchaseOffer {
  price: Money | null;
  /** The signed buy link; null where nobody sells it. */
  buyUrl: string | null;
}

/** The currency that a reader sees prices in, and whether it was asked for by name. */
export interface RequestedCurrency {
  code: string | null;
  isExplicit: boolean;
}

/**
 * How a book is bought; null for one that is not sold.
 *
 * @throws Failure `unknown_currency` for a currency that was asked for and has no rate.
 */
export async function toPurchase(
  { price, buyUrl }: PurchaseOffer,
  { code, isExplicit }: RequestedCurrency,
  pricesIn: EmbedServices['pricesIn'],
): Promise<Purchase | null> {
  const rated =
    code === null ? null : await pricesIn(code).catch(ignoreUnknownDefaultCurrency(isExplicit));
  if (!price && buyUrl === null) return null;
  const none = { converted: null, rateAgeSeconds: null, stale: false };
  const converted = rated && price && price.currency !== code ? rated.convert(price) : null;
  if (!rated || !converted) return { price, ...none, buyUrl };
  const { ageSeconds, stale } = rated;
  return { price, converted, rateAgeSeconds: ageSeconds, stale, buyUrl };
}

/** The default of a deployment must not close its books when a rate goes missing. */
function ignoreUnknownDefaultCurrency(isAsked: boolean) {
  return (error: unknown): null => {
    if (!isAsked && error instanceof Failure && error.code === 'unknown_currency') return null;
    throw error;
  };
}
