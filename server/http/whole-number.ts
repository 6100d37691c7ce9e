import { z } from 'zod';

/** A parameter that is a whole number, in digits alone: `1e2`, ` 1` and nothing at all are none. */
export function wholeNumber(least: number, most = 999_999_999) {
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : text),
    z.int(`Must be a whole number from ${least} to ${most}.`).min(least).max(most),
  );
}
