/** A date as precise as it is known, such as `1851` or `1851-10-18`; as it stands when it is none. */
export function formatDay(locale: string, date: string): string {
  const match = /^(-?\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(date);
  const [, year, month, day] = match ?? [];
  if (!year) return date;
  if (!month) return String(Number(year));
  const known = new Date(0);
  known.setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1));
  const parts = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, day ? { ...parts, day: 'numeric' } : parts).format(known);
}
