import { z } from 'zod';

/**
 * The `limit` of a list: a whole number that consists only of digits.
 *
 * @param what - The counted items, such as `Books on a page`.
 */
export function limitParameter(most: number, unlessGiven: number, what: string) {
  return z
    .preprocess(
      (text) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text),
      z.int(`Must be a whole number from 1 to ${most}.`).min(1).max(most),
    )
    .default(unlessGiven)
    .describe(`${what}. Defaults to ${unlessGiven}.`)
    .meta({ example: 10 });
}

/** The `meta` member of list responses. */
export const PageMeta = z.object({
  total: z.int().min(0),
  limit: z.int().min(1).max(100),
  nextCursor: z.string().nullable().describe('Null on the last page.'),
});

export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .describe('The previous page’s `meta.nextCursor`. Valid only with the same parameters.');

/** Search text. Must contain more than white space. */
export function searchTextParameter(longest: number) {
  return z
    .string()
    .max(longest)
    .regex(/\S/, 'Must not be empty. Omit the parameter instead.')
    .meta({ example: 'whale' });
}

/** Comma-separated list, parsed into an array without duplicates. */
export function commaSeparatedList<Item>(
  item: z.ZodType<Item, string>,
  most: number,
  longest = 1000,
) {
  return z
    .string()
    .max(longest)
    .transform((list) => [...new Set(list.split(','))])
    .pipe(z.array(item).max(most));
}

/** `true` or `false`. */
export const BooleanText = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A whole number that consists only of digits. Rejects `1e2`, ` 1` and the empty string. */
export function integerParameter(least: number, most = 999_999_999) {
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : text),
    z.int(`Must be a whole number from ${least} to ${most}.`).min(least).max(most),
  );
}
