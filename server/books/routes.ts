import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { callerOf } from '../http/caller.ts';
import type { CursorCodec } from '../http/cursor.ts';
import { listLink } from '../http/list-link.ts';
import { BookPosition, type BookSearch } from '../search/contract.ts';
import { Book, BookId, BookListMeta } from './contract.ts';
import { toBook } from './stored-book.ts';
import type { BookStore } from './store.ts';

const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

const ListQuery = z.strictObject({
  q: z.string().max(200).optional().describe('Beginnings of words of the title or an author.'),
  language: z
    .string()
    .max(200)
    .optional()
    .describe('BCP 47 tags, comma-separated: books in any of them. `en` includes `en-US`.')
    .transform((list) => list?.split(',').map((tag) => tag.trim().toLowerCase()) ?? [])
    .refine((tags) => tags.every((tag) => languageTag.test(tag)), {
      error: 'Every entry must be a BCP 47 language tag, such as `en` or `pt-BR`.',
    }),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Books on a page.'),
  cursor: z.string().max(500).optional().describe('`meta.nextCursor` of the page before.'),
});

export interface BookRoutesOptions {
  books: BookStore;
  cursors: CursorCodec;
  search: BookSearch;
  publicUrl: string;
}

/** The read side of `/v1/books`. */
export const bookRoutes: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, search, cursors, publicUrl } = options;

  /** GET /v1/books → a page of `Book`s. Fails: `invalid_request`, `invalid_cursor`. */
  app.get(
    '/v1/books',
    {
      schema: {
        tags: ['Books'],
        summary: 'List and search books',
        description:
          'The public books and your own, most popular first, then newest. ' +
          'A search matches books in which every word of `q` begins a word of the title or an author.',
        querystring: ListQuery,
        response: { 200: z.object({ data: z.array(Book), meta: BookListMeta }) },
      },
      config: { permission: 'read:books' },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { q = '', language, limit, cursor } = request.query;
      const scope = JSON.stringify(['books', q, language]);
      const after = cursor ? BookPosition.parse(cursors.read(cursor, scope)) : null;
      const page = await search.find({
        accountId,
        text: q || null,
        languages: language.length > 0 ? language : null,
        author: null,
        title: null,
        subject: null,
        publisher: null,
        isbn: null,
        ordinals: null,
        publishedFrom: null,
        publishedTo: null,
        updatedSinceMs: null,
        readable: null,
        sort: q ? 'relevance' : '-popularity',
        facets: [],
        after,
        limit,
      });
      const shown = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
      const nextCursor = page.hasMore ? cursors.write(page.hits.at(-1), scope) : null;
      if (nextCursor) reply.header('Link', listLink(publicUrl, request.url, nextCursor));
      return {
        data: shown.map((book) => toBook(book, publicUrl)),
        meta: { total: page.total, limit, nextCursor },
      };
    },
  );

  /** GET /v1/books/:bookId → `Book`. Fails: `invalid_request`, `book_not_found`. */
  app.get(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        summary: 'Read a book’s record',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: Book }) },
      },
      config: { permission: 'read:books' },
    },
    async (request) => {
      const { bookId } = request.params;
      const book = await books.find(callerOf(request).accountId, bookId);
      if (!book) throw new Failure('book_not_found', `No book ${bookId} in this library.`);
      return { data: toBook(book, publicUrl) };
    },
  );
};
