/** What programs write where they know no date. */
const noDate = '0101-01-01';

/**
 * The day, month or year that a text means, as ISO 8601, and whether it was written as EPUB asks
 * (W3C's note on date and time formats). Of anything else, the year in it; null without one.
 */
export function dateOf(text: string): { date: string | null; isSound: boolean } {
  const [, year, month, day] =
    /^\s*(-?\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?\s*$/s.exec(text) ??
    /^\s*(-?\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?![\d-])/.exec(text) ??
    [];
  const given = [year, month, day].filter((part) => part !== undefined);
  const precise = given.filter((part) => part !== '00').join('-');
  if (precise.startsWith(noDate)) return { date: null, isSound: true };
  if (year !== undefined && isDay(year, month, day)) return { date: precise, isSound: true };
  return { date: /(?<!\d)(1\d{3}|20\d\d)(?:\d{4})?(?!\d)/.exec(text)?.[1] ?? null, isSound: false };
}

function isDay(year: string, month = '01', day = '01'): boolean {
  if (month === '00' || day === '00') return Number(month) <= 12 && Number(day) <= 31;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
