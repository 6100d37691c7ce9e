import { currentLanguage } from './translate.ts';

/** A price such as “€9.99”. @param amount - Decimal number as text. */
export function formatPrice({ amount, currency }: { amount: string; currency: string }): string {
  const format = { style: 'currency', currency } as const;
  return new Intl.NumberFormat(currentLanguage(), format).format(Number(amount));
}

/** A share such as “10%”. @param share - Fraction of 1. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(share);
}

/** Amounts in several currencies, such as “€9.99 · $5.00”, or “–” without any. */
export function formatMoney(
  amounts: readonly { amount: string; currency: string }[],
  separator = ' · ',
): string {
  return amounts.length === 0 ? '–' : amounts.map(formatPrice).join(separator);
}
