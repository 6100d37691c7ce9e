/**
 * Selects the form of a counted noun. An exact form (`=0`) takes precedence over the language's
 * plural rule.
 */
export function selectPlural<Form>(
  locale: string,
  count: number,
  forms: Readonly<Record<string, Form>> & { other: Form },
): Form {
  return forms[`=${count}`] ?? forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
}

/**
 * Locale used to format numbers instead of the catalog's own locale while a message is formatted.
 */
let currentRegion: string | null = null;

export function getRegion(): string | null {
  return currentRegion;
}

export function setRegion(locale: string | null): void {
  currentRegion = locale;
}

export function formatNumber(locale: string, value: number): string {
  const numberLocale = currentRegion ?? locale;
  const format = numberFormats.get(numberLocale) ?? new Intl.NumberFormat(numberLocale);
  numberFormats.set(numberLocale, format);
  return format.format(value);
}

/** Formats a percentage. @param fraction - 0–1, rounded down so that only the end is 100%. */
export function formatPercent(locale: string, fraction: number): string {
  const style = { style: 'percent', maximumFractionDigits: 0 } as const;
  const numberLocale = currentRegion ?? locale;
  const format = percentFormats.get(numberLocale) ?? new Intl.NumberFormat(numberLocale, style);
  percentFormats.set(numberLocale, format);
  return format.format(Math.floor(fraction * 100) / 100);
}

/**
 * Formats by locale. A table of contents has thousands of percentages, and creating a format costs
 * more than using it.
 */
const numberFormats = new Map<string, Intl.NumberFormat>();
const percentFormats = new Map<string, Intl.NumberFormat>();

/** Wraps text in Unicode isolates so that its direction does not affect the surrounding text. */
export function isolateDirection(text: string): string {
  return `\u2068${text}\u2069`;
}
