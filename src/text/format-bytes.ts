const steps = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as people say it: `340 kB`, `3,4 MB`. */
export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(bytes / 1000) / 3)));
  const value = bytes / 1000 ** (step + 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: steps[step],
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
