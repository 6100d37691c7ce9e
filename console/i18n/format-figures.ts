import { dateFormat, formatNumber, numberFormat } from './translate.ts';

/** A share such as “7.4%”, or “–” without a value. @param share - Fraction of 1. */
export function formatRate(share: number | null): string {
  if (share === null) return '–';
  const format = { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 } as const;
  return numberFormat(format).format(share);
}

/** Formats a change such as “+12%”, or null if the previous value was zero. */
export function formatChange(value: number, before: number): string | null {
  if (before === 0) return null;
  const format = {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  } as const;
  return numberFormat(format).format(value / before - 1);
}

/** A time such as “45 sec”, “8.5 min” or “120 hr”, or “–” without a value. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return formatUnit(seconds, 'second');
  return seconds < 3600 ? formatUnit(seconds / 60, 'minute') : formatUnit(seconds / 3600, 'hour');
}

function formatUnit(value: number, unit: 'second' | 'minute' | 'hour'): string {
  const maximumFractionDigits = value < 10 ? 1 : 0;
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits } as const;
  return numberFormat(format).format(value);
}

/** Names a UTC hour, day or month: `2026-11-21T09`, `2026-11-21` or `2026-11`. */
export function formatInterval(start: string, length: 'long' | 'short'): string {
  const isLong = length === 'long';
  const year = isLong ? 'numeric' : undefined;
  const formats: Record<number, Intl.DateTimeFormatOptions> = {
    7: { month: isLong ? 'long' : 'short', year: 'numeric' },
    10: { day: 'numeric', month: 'short', year },
    13: {
      ...(isLong && { day: 'numeric', month: 'short', year }),
      hour: 'numeric',
      minute: '2-digit',
    },
  };
  const time = { 7: `${start}-01`, 10: start, 13: `${start}:00Z` }[start.length] ?? start;
  const format = { ...formats[start.length], timeZone: 'UTC' } as const;
  return dateFormat(format).format(new Date(time));
}

/** A price such as “€9.99”. @param amount - Decimal number as text. */
export function formatPrice({ amount, currency }: { amount: string; currency: string }): string {
  const format = { style: 'currency', currency } as const;
  return numberFormat(format).format(Number(amount));
}

/** A share that people have set, such as “10%” or “12.5%”. @param share - Fraction of 1. */
export function formatShare(share: number): string {
  const format = { style: 'percent', maximumFractionDigits: 4 } as const;
  return numberFormat(format).format(share);
}

/**
 * Amounts in several currencies, such as “€9.99 · $5.00”.
 *
 * @param currencies - Currencies in which a sum of nothing is zero.
 */
export function formatMoney(
  amounts: readonly { amount: string; currency: string }[],
  separator = ' · ',
  currencies: readonly string[] = [],
): string {
  const zeros = [...new Set(currencies)].map((currency) => ({ amount: '0', currency }));
  const shown = amounts.length > 0 ? amounts : zeros;
  return shown.length === 0 ? formatNumber(0) : shown.map(formatPrice).join(separator);
}
