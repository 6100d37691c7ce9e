import { z } from 'zod';
import type { BookAccess } from './contract.ts';

/** How much of a book its sample is, unless its account says so. */
const usualShare = 0.1;

/** How much of a book's text everyone may read, as its account sends it: always the whole of it. */
export const AccessField = z
  .strictObject({
    mode: z.enum(['free', 'sample']),
    share: z
      .number()
      .gt(0)
      .lt(1)
      .optional()
      .describe(
        'Of a sample: the share of the positions of the main flow, from the beginning; 0.1 when ' +
          'neither it nor `sections` is given.',
      ),
    sections: z
      .array(z.string().min(1).max(1000))
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Of a sample: the paths of its sections, as `readingOrder[].href` of the embed has them.',
      ),
  })
  .transform(({ mode, share, sections }, context): BookAccess => {
    const refuse = (field: string, message: string) => {
      context.addIssue({ code: 'custom', path: [field], message });
      return z.NEVER;
    };
    if (mode === 'free') {
      if (share !== undefined) return refuse('share', 'Only a sample has a share.');
      if (sections !== undefined) return refuse('sections', 'Only a sample has sections.');
      return { mode };
    }
    if (sections === undefined) return { mode, share: share ?? usualShare };
    if (share !== undefined) return refuse('share', 'A sample has a share or sections, not both.');
    return { mode, sections: [...new Set(sections)] };
  });
