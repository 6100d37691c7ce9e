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
  return new Intl.NumberFormat(locale, style).format(Math.floor(fraction * 100) / 100);
}
