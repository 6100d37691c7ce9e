/** Picks the form of a counted noun by the language's own rule and puts the number in for `#`. */
export function plural(
  locale: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  const rule = new Intl.PluralRules(locale).select(count);
  return (forms[rule] ?? forms.other).replace('#', formatNumber(locale, count));
}

/** Where numbers are written otherwise than in the catalogue's own region, while one of its words is made. */
let currentRegion: string | null = null;

export function getRegion(): string | null {
  return currentRegion;
}

export function setRegion(locale: string | null): void {
  currentRegion = locale;
}

export function formatNumber(locale: string, value: number): string {
  return new Intl.NumberFormat(currentRegion ?? locale).format(value);
}

/** @param fraction - 0–1; rounded down, so that 100 % is only the end. */
export function formatPercent(locale: string, fraction: number): string {
  const style = { style: 'percent', maximumFractionDigits: 0 } as const;
  const written = currentRegion ?? locale;
  const known = percentFormats.get(written) ?? new Intl.NumberFormat(written, style);
  percentFormats.set(written, known);
  return known.format(Math.floor(fraction * 100) / 100);
}

/** A table of contents has thousands of them, and each takes longer to make than to use. */
const percentFormats = new Map<string, Intl.NumberFormat>();

/** Text of another direction, such as a title, that leaves the words around it in theirs. */
export function isolateDirection(text: string): string {
  return `\u2068${text}\u2069`;
}
