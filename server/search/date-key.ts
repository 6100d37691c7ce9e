/**
 * A date as a number that sorts like it: year, month and day in base 16 and 32. What is not known
 * of it counts as zero, or, for the end of a range, as the last there can be. Null when it is none.
 */
export function dateKey(date: string, missing: 'first' | 'last' = 'first'): number | null {
  const parts = /^([-+]?\d{1,6})(?:-(\d\d))?(?:-(\d\d))?(?:T|$)/.exec(date);
  if (!parts) return null;
  const [, year, month, day] = parts;
  const last = missing === 'last';
  return (
    Number(year) * 512 + Number(month ?? (last ? 15 : 0)) * 32 + Number(day ?? (last ? 31 : 0))
  );
}
