import { z } from 'zod';

const message = 'Must be a year, a month or a day, such as 1851, 1851-10 or 1851-10-18.';

/** ISO 8601 date in the Gregorian calendar. The day, or the month and the day, may be missing. */
export const PartialDate = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, message)
  .refine((date) => isDay(firstDay(date)), message);

/** Returns the first day that the date covers, such as `1851-10-01` for `1851-10`. */
export function firstDay(date: string): string {
  return date + '-01-01'.slice(date.length - 4);
}

/**
 * Returns text at or after the last day that the date covers, such as `1851-02-31` for `1851-02`.
 * For comparison only.
 */
export function lastDay(date: string): string {
  return date + '-12-31'.slice(date.length - 4);
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
