import { z } from 'zod';
import { commaList } from '../../http/query-parameters.ts';
import { Book } from '../contract.ts';

/** `include` has its own parameter. */
const memberNames = Object.keys(Book.omit({ enrichment: true }).shape);

const Member = z.string().refine(isMember, {
  error: ({ input }) => `There is no member \`${String(input)}\` of a book.`,
});

/** What of each book is answered, and how; the same for one book and for many. */
export const viewParameters = {
  fields: commaList(Member, memberNames.length)
    .optional()
    .describe('Members of the book to answer with, comma-separated; `id` always is.'),
  include: z
    .enum(['enrichment', 'warnings'])
    .optional()
    .describe(
      '`enrichment`: where each value comes from, and when and how surely. `warnings`: the faults that ' +
        'the files of your own books have, for secret keys.',
    ),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'Must be a code of ISO 4217, such as EUR.')
    .toUpperCase()
    .optional()
    .describe('ISO 4217 code: each book gets its price in this currency as `convertedPrice`.'),
};

export const ViewQuery = z.strictObject(viewParameters);
export type ViewQuery = z.infer<typeof ViewQuery>;

function isMember(name: string): boolean {
  return memberNames.includes(name);
}
