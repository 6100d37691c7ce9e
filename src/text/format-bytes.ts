const steps = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as people say it, in one line: `340 kB`, `3,4 MB`. */
export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(bytes / 1000) / 3)));
  const value = bytes / 1000 ** (step + 1);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: steps[step],
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
  return format.format(value).replaceAll(' ', '\u00A0');
}
