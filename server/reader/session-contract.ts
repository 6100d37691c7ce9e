import { z } from 'zod';
import { BookId } from '../books/contract.ts';

export const SessionId = z
  .string()
  .regex(/^ses_[0-9A-Za-z]{16,40}$/)
  .describe('Identifier of a reading session.');

const Origin = z
  .string()
  .max(300)
  .refine(
    isOrigin,
    'Must be an origin, such as https://books.example: no path, no slash at its end.',
  )
  .describe('The page that reads, such as `https://books.example`; no other may use the token.');

/** The body that opens a reading session for a reader of one's own. */
export const NewReaderSession = z
  .strictObject({
    bookId: BookId,
    readerId: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^\p{Cc}]+$/u, 'Must have no control characters.')
      .describe('What you call the reader; opaque to us, and no name or address of a person.'),
    access: z.strictObject({
      mode: z
        .enum(['full', 'sample'])
        .describe('`full`: all of the book, which must be free or of your own account.'),
      expiresAt: z.iso
        .datetime()
        .nullable()
        .default(null)
        .describe('When the reader may read no more, in mid-book, too; null: never.'),
    }),
    origin: Origin.nullable()
      .default(null)
      .describe('Null: the first page that opens the book with the token.'),
  })
  .meta({ id: 'NewReaderSession' });

export const OpenedSession = z
  .object({
    id: SessionId,
    token: z
      .string()
      .describe('For the `token` attribute of the reader, or as `Bearer` to `/v1/reader/embed`.'),
    expiresAt: z.iso
      .datetime()
      .describe('Until then a page must have opened the book; it refreshes the token itself.'),
  })
  .meta({ id: 'OpenedSession' });

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
