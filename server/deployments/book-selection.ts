import { z } from 'zod';
import { fold } from '../values/fold.ts';

/** Selection of the account's public books that a deployment's domains show. */
export const BookSelection = z
  .discriminatedUnion('show', [
    z.strictObject({ show: z.literal('all') }),
    z.strictObject({
      show: z.literal('listed'),
      ids: z
        .array(
          z.string().regex(/^bk_[0-9A-Za-z]{1,40}$/, 'Must be a book id that begins with bk_.'),
        )
        .min(1)
        .max(1000)
        .transform((ids) => [...new Set(ids)])
        .describe('Shown books. Ids of other accounts’ books have no effect.'),
    }),
    z.strictObject({
      show: z.literal('subjects'),
      subjects: z
        .array(z.string().trim().min(1).max(500))
        .min(1)
        .max(50)
        .describe(
          'Labels or codes. A book with any of these subjects is shown. Case and accents are ignored.',
        ),
    }),
  ])
  .describe('Public books of the account that the deployment’s domains show.');
export type BookSelection = z.infer<typeof BookSelection>;

export const allBooks: BookSelection = { show: 'all' };

/** The properties of a book that determine whether it is selected. */
export interface SelectableBook {
  id: string;
  subjects: readonly { code: string | null; label: string }[];
}

/** Returns a function that tests an account's books. */
export function bookSelector(selection: BookSelection): (book: SelectableBook) => boolean {
  switch (selection.show) {
    case 'all':
      return () => true;
    case 'listed': {
      const ids = new Set(selection.ids);
      return ({ id }) => ids.has(id);
    }
    case 'subjects': {
      const wanted = new Set(selection.subjects.map(fold));
      return ({ subjects }) =>
        subjects.some(
          ({ code, label }) => wanted.has(fold(label)) || (code !== null && wanted.has(fold(code))),
        );
    }
  }
}
