/** Formats an exact amount for a locale, such as `€8.99` or `8,99 €`. */
export function formatMoney(locale: string, money: { amount: string; currency: string }): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency });
  return format.format(Number(money.amount));
}

/** Formats a reading time to the minute. @param minutes - Values below 1 are shown as 1. */
export function formatDuration(locale: string, minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(whole / 60);
  if (hours === 0) return part(whole, 'minute');
  const rest = whole % 60;
  // Estimates of this length are not accurate to the minute.
  if (hours >= 10 || rest === 0) return part(Math.round(whole / 60), 'hour');
  return `${part(hours, 'hour')} ${part(rest, 'minute')}`;
}

/**
 * Formats the time of a retry. Contains only the time if the retry is today, otherwise the day and
 * time.
 */
export function formatRetryTime(locale: string, untilMs: number, nowMs: number): string {
  const until = new Date(untilMs);
  const isToday = until.toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { weekday: 'long', day: 'numeric', month: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(until);
}
