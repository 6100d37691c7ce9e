import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import { placeOf, type Reading } from '../books/reading.ts';
import { toBook, type StoredBook } from '../books/stored-book.ts';
import type { BookStore } from '../books/store.ts';
import { Failure } from '../failure.ts';
import { callerOf } from '../http/caller.ts';
import type { ChapterStore } from './chapter-store.ts';
import { Embed, type SectionContent } from './contract.ts';
import type { ReaderPartnering } from './partnering.ts';
import type { Readings } from './readings.ts';
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
  chapter: z
    .string()
    .regex(/^(?:\d{1,9}|ch_[0-9A-Za-z]{16,44})$/)
    .transform((chapter) => (chapter.startsWith('ch_') ? chapter : Number(chapter)))
    .prefault('0')
    .describe(
      'What to send inline: an index in the reading order, or the id of a chapter (`ch_…`), as a link ' +
        'from elsewhere has it. What is not there: the first.',
    ),
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
  chapters: ChapterStore;
  readings: Readings;
  sessions: Sessions;
  publicUrl: string;
}

/** GET /v1/reader/embed: one request of quota opens one reading session. */
export const embedRoutes: FastifyPluginAsyncZod<EmbedRoutesOptions> = async (app, options) => {
  const { books, content, chapters, readings, sessions, arrivals, visits, publicUrl } = options;

  /** → `Embed`. Fails: `invalid_request`, `book_not_found`, `conflict`. */
  app.get(
    '/v1/reader/embed',
    {
      schema: {
        tags: ['Reader'],
        summary: 'Open a book in the embedded reader',
        description:
          'Everything the reader needs for its first page, the first section included. The published ' +
          'chapters of the book stand behind the sections of its file; either alone will do. ' +
          'The rest of the text is fetched with the session’s token and costs no quota.',
        querystring: EmbedQuery,
        response: { 200: z.object({ data: Embed }) },
      },
      config: { permission: 'read:reader', fails: ['book_not_found', 'conflict'] },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { book: wanted, chapter, theme, locale, affiliate, campaign } = request.query;
      const { book, reading } = await findReadable(caller.accountId, wanted);
      const { contentId, change, ...outline } = reading;
      const first = await firstOf(book.id, reading, chapter);

      const { accountId } = caller;
      const { sub = null, consent = null, currency = null } = request.query;
      const opened = await arrivals.open({
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
        contentId,
        bookId: book.id,
        keyId: caller.keyId,
        origin: request.headers.origin ?? null,
        licence: null,
        affiliate: affiliate ?? null,
        campaign: campaign ?? null,
      });
      const address = `${publicUrl}/content/${contentId}`;
      return {
        data: {
          session: {
            token,
            expiresAt,
            content: address,
            resourceQuery: sessions.resourceQuery(contentId),
          },
          book: toBook(book, publicUrl),
          ...outline,
          first,
          styleSheets: await content.styleSheets(contentId, first.styles),
          // Nobody writes chapters for books of the shared catalogue.
          changes:
            book.accountId === null
              ? null
              : { url: `${address}/changes`, lastEventId: String(change) },
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
  ): Promise<{ book: StoredBook; reading: Reading }> {
    const book = wanted.startsWith('bk_')
      ? await books.find(accountId, wanted)
      : await books.findByIsbn(accountId, wanted);
    if (!book) throw new Failure('book_not_found', `No book ${wanted} in this library.`);
    const reading = await readings.of(book);
    if (reading) return { book, reading };
    throw new Failure('book_not_found', `Book ${wanted} has no text here, only its record.`);
  }

  async function firstOf(
    bookId: string,
    reading: Reading,
    wanted: number | string,
  ): Promise<SectionContent> {
    const { contentId, readingOrder } = reading;
    const asked = typeof wanted === 'number' ? wanted : placeOf(bookId, reading, wanted);
    const index = readingOrder[asked] ? asked : 0;
    const chapter = readingOrder[index]?.chapter;
    if (!chapter) {
      const section = await content.section(contentId, index);
      if (!section) throw new Error(`Version ${contentId} has no section ${index}.`);
      return section;
    }
    const text = await chapters.text(bookId, chapter.id);
    // It was taken back a moment ago.
    if (!text) throw new Failure('conflict', 'The book is being changed: ask again.');
    return { ...text.section, index };
  }
};
