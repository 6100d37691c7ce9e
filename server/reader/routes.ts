import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import { toBook, type StoredBook } from '../books/stored-book.ts';
import type { BookStore } from '../books/store.ts';
import { Failure } from '../failure.ts';
import { callerOf } from '../http/caller.ts';
import { wholeNumber } from '../http/whole-number.ts';
import { Embed } from './contract.ts';
import type { ReaderPartnering } from './partnering.ts';
import type { Sessions } from './session.ts';
import type { ReaderStore } from './store.ts';

const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/);

const EmbedQuery = z.strictObject({
  book: z
    .union([
      BookId,
      z
        .string()
        .regex(/^isbn:[\dXx-]{10,17}$/)
        .transform((isbn) => isbn.slice('isbn:'.length).replaceAll('-', '').toUpperCase()),
    ])
    .describe('Identifier of the book, or `isbn:` and its ISBN.'),
  chapter: wholeNumber(0)
    .default(0)
    .describe('Index in the reading order of the section to send inline; past the end: the first.'),
  theme: z
    .enum(['light', 'dark', 'sepia', 'system'])
    .optional()
    .describe('What the reader looks like at first.'),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$/)
    .max(35)
    .optional()
    .describe('BCP 47 tag of the reader’s interface.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .describe('ISO 4217 code for prices; a book without a price has none to convert.'),
  affiliate: Code.optional().describe('Partner who brought the reader; kept with the session.'),
  campaign: Code.optional().describe('The partner’s own campaign; kept with the session.'),
  sub: Code.optional().describe('The partner’s own sub id; kept with the session.'),
  consent: z
    .enum(['required', 'granted'])
    .optional()
    .describe('`required`: nothing about this reader is kept until a beacon says `granted`.'),
});

export interface EmbedRoutesOptions extends ReaderPartnering {
  books: BookStore;
  content: ReaderStore;
  sessions: Sessions;
  publicUrl: string;
}

/** GET /v1/reader/embed: one request of quota opens one reading session. */
export const embedRoutes: FastifyPluginAsyncZod<EmbedRoutesOptions> = async (app, options) => {
  const { books, content, sessions, readings, visits, publicUrl } = options;

  /** → `Embed`. Fails: `invalid_request`, `book_not_found`. */
  app.get(
    '/v1/reader/embed',
    {
      schema: {
        tags: ['Reader'],
        summary: 'Open a book in the embedded reader',
        description:
          'Everything the reader needs for its first page, the first section included. ' +
          'The rest of the text is fetched with the session’s token and costs no quota.',
        querystring: EmbedQuery,
        response: { 200: z.object({ data: Embed }) },
      },
      config: { permission: 'read:reader', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { book: wanted, chapter, theme, locale, affiliate, campaign } = request.query;
      const { book, versionId } = await findReadable(caller.accountId, wanted);
      const outline = await content.outline(versionId);
      if (!outline) throw new Error(`Version ${versionId} has no outline.`);

      const index = chapter < outline.readingOrder.length ? chapter : 0;
      const first = await content.section(versionId, index);
      if (!first) throw new Error(`Version ${versionId} has no section ${index}.`);

      const { accountId } = caller;
      const { sub = null, consent = null, currency = null } = request.query;
      const opened = await readings.open({
        accountId,
        bookId: book.id,
        bookBuyUrl: book.metadata.buyUrl,
        affiliate: affiliate ?? null,
        campaign: campaign ?? null,
        sub,
        deploymentId: null,
        readerId: null,
        consent,
        currency,
        locale: locale ?? null,
      });
      if (request.method === 'GET') {
        // Not before the answer: the reader does not wait for it.
        reply.raw.once('finish', () => {
          visits
            .impression(opened.reading, request.headers)
            .catch((error: unknown) => request.log.error(error, 'an impression is lost'));
        });
      }
      // Every answer is a reading of its own: none is good for a second.
      reply.header('Cache-Control', 'no-store');
      const { token, expiresAt } = sessions.issue({
        ...opened.reading,
        versionId,
        bookId: book.id,
        keyId: caller.keyId,
        origin: request.headers.origin ?? null,
        range: [0, outline.readingOrder.length - 1],
        affiliate: affiliate ?? null,
        campaign: campaign ?? null,
      });
      return {
        data: {
          session: {
            token,
            expiresAt,
            content: `${publicUrl}/content/${versionId}`,
            resourceQuery: sessions.resourceQuery(versionId),
          },
          book: toBook(book, publicUrl),
          ...outline,
          first,
          styleSheets: await content.styleSheets(versionId, first.styles),
          theme: { name: theme ?? null, tokens: {} },
          locale: locale ?? null,
          access: { mode: 'full' as const, until: null },
          purchase: opened.buyUrl === null ? null : { buyUrl: opened.buyUrl },
          traceId: opened.reading.traceId,
          affiliate: opened.affiliate,
        },
      };
    },
  );

  async function findReadable(
    accountId: string,
    wanted: string,
  ): Promise<{ book: StoredBook; versionId: string }> {
    const book = wanted.startsWith('bk_')
      ? await books.find(accountId, wanted)
      : await books.findByIsbn(accountId, wanted);
    if (!book) throw new Failure('book_not_found', `No book ${wanted} in this library.`);
    if (!book.versionId) {
      throw new Failure('book_not_found', `Book ${wanted} has no text here, only its record.`);
    }
    return { book, versionId: book.versionId };
  }
};
