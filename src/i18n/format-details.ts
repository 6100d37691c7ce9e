const byteUnits = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/**
 * Formats the time when an exchange rate was fetched as `today 09:00` or `yesterday 18:30`, or as a
 * date if it is older.
 */
export function formatRateTime(locale: string, rateMs: number, nowMs: number): string {
  const rate = new Date(rateMs);
  const days = localDayNumber(rate) - localDayNumber(new Date(nowMs));
  if (days < -1 || days > 0) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(rate);
  }
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  return `${day} ${time.format(rate)}`;
}

/** Number of the local calendar day. Not computed from hours because some days do not have 24. */
function localDayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** Formats a size that does not wrap, such as `340 kB` or `3,4 MB`. */
export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(
    byteUnits.length - 1,
    Math.max(0, Math.floor(Math.log10(bytes / 1000) / 3)),
  );
  const value = bytes / 1000 ** (step + 1);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step],
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
  return format.format(value).replaceAll(' ', '\u00A0');
}

/**
 * Formats a date as precisely as its text, such as `1851` or `1851-10-18`. Returns text that is not
 * a date unchanged.
 */
export function formatPartialDate(locale: string, date: string): string {
  const match = /^(-?\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(date);
  const [, year, month, day] = match ?? [];
  if (!year) return date;
  if (!month) return String(Number(year));
  const known = new Date(0);
  known.setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1));
  const parts = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, day ? { ...parts, day: 'numeric' } : parts).format(known);
}

/** Returns the name of a language, or its tag if there is no name. */
export function formatLanguage(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
