/** An exact amount in the words of a place: `€8.99`, `8,99 €`. */
export function formatMoney(locale: string, money: { amount: string; currency: string }): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency });
  return format.format(Number(money.amount));
}

/** When a rate was fetched, as people say it: `today 09:00`, `yesterday 18:30`, else the day. */
export function formatRateTime(locale: string, rateMs: number, nowMs: number): string {
  const rate = new Date(rateMs);
  const days = dayOf(rate) - dayOf(new Date(nowMs));
  if (days < -1 || days > 0) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(rate);
  }
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  return `${day} ${time.format(rate)}`;
}

/** Number of the local calendar day: days are not all of 24 hours. */
function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
