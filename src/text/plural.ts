/** Picks the form of a counted noun by the language's own rule and puts the number in for `#`. */
export function plural(
  locale: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  const rule = new Intl.PluralRules(locale).select(count);
  return (forms[rule] ?? forms.other).replace('#', formatNumber(locale, count));
}

export function formatNumber(locale: string, value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** @param fraction - 0–1; rounded down, so that 100 % is only the end. */
export function formatPercent(locale: string, fraction: number): string {
  const style = { style: 'percent', maximumFractionDigits: 0 } as const;
  const known = percents.get(locale) ?? new Intl.NumberFormat(locale, style);
  percents.set(locale, known);
  return known.format(Math.floor(fraction * 100) / 100);
}

/** A table of contents has thousands of them, and each takes longer to make than to use. */
const percents = new Map<string, Intl.NumberFormat>();
