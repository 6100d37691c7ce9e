import { z } from 'zod';
import { BookId } from '../../books/contract.ts';

const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/);

/** What a visit to a page may bring along, on every host. */
const visit = {
  chapter: z
    .string()
    .regex(/^(?:\d{1,9}|ch_[0-9A-Za-z]{16,44})$/)
    .transform((chapter) => (chapter.startsWith('ch_') ? chapter : Number(chapter)))
    .optional(),
  theme: z.enum(['light', 'dark', 'sepia', 'contrast', 'system']).optional(),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$/)
    .max(35)
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  affiliate: Code.optional(),
  campaign: Code.optional(),
  sub: Code.optional(),
  consent: z.enum(['required', 'granted']).optional(),
};

/** `BookId`, or `isbn:` and the ISBN without hyphens. */
export const BookReference = z.union([
  BookId,
  z
    .string()
    .regex(/^isbn:[\dXx-]{10,17}$/)
    .transform((isbn) => `isbn:${isbn.slice('isbn:'.length).replaceAll('-', '').toUpperCase()}`),
]);

/**
 * Of a page on the host of a deployment, which says all the rest. What mailings and networks add to the
 * addresses that they pass on (`utm_source`, `fbclid`) must not keep anyone from the book.
 */
export const VisitQuery = z.object(visit);
export type VisitQuery = z.infer<typeof VisitQuery>;

/** Of `GET /v1/reader/embed` as a page: the key stands in the address, as a frame sends no header. */
export const PageQuery = z.object({
  book: BookReference,
  deployment: z
    .string()
    .regex(/^dep_[0-9A-Za-z]{1,40}$/)
    .optional(),
  key: z.string().max(200).optional(),
  format: z.enum(['html']).optional(),
  ...visit,
});
export type PageQuery = z.infer<typeof PageQuery>;
