/** When something works again, as people of the place say it: the time today, else with its day. */
export function formatUntil(locale: string, untilMs: number, nowMs: number): string {
  const until = new Date(untilMs);
  const isToday = until.toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { weekday: 'long', day: 'numeric', month: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(until);
}
