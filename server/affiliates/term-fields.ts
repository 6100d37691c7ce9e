import { z } from 'zod';
import { BookId } from '../books/contract.ts';

const codeMessage = 'Must be 1 to 64 letters (A to Z), digits, and `_`, `.` or `-`.';

/** A code used in URLs for a partner, a campaign or a sub id. */
export const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/, codeMessage);

/** A share from 0 to 1. */
export const Rate = z
  .string('Must be a decimal number from 0 to 1 as a string, such as "0.08".')
  .regex(
    /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/,
    'Must be a decimal number from 0 to 1 with at most 4 decimal digits, such as `0.08`.',
  )
  .transform((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text));
export const rateDescription =
  'Share of the sales as a decimal number from 0 to 1. For example, `0.08` is 8%.';

/** Coupon codes without duplicates. */
export const CouponCodes = z
  .array(Code)
  .max(50)
  .transform((codes) => [...new Map(codes.map((code) => [code.toUpperCase(), code])).values()]);
export const couponCodesDescription =
  'Case-insensitive coupon codes that attribute a sale (its `couponCode`) to the affiliate. Each code belongs to one ' +
  'affiliate of the account.';
/** Rates for single books and subjects. */
export const SpecialRates = z
  .array(
    z.union([
      z.strictObject({ bookId: BookId, rate: Rate }),
      z.strictObject({ subject: z.string().trim().min(1).max(500), rate: Rate }),
    ]),
  )
  .max(200);
export const specialRatesDescription =
  'Rates for single books, and for books with a subject (label or code). A book’s own rate takes precedence over its ' +
  'subjects’ rates, of which the first listed one applies.';
