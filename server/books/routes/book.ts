import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { revisionTag } from '../../http/revision-tag.ts';
import { BookId, BookView } from '../contract.ts';
import { showBooks } from '../show-books.ts';
import type { BookRoutesOptions } from './options.ts';
import { ViewQuery } from './view-query.ts';

/** GET /v1/books/:bookId */
export const bookRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  /** → `BookView`. Fails: `invalid_request`, `unknown_currency`, `book_not_found`. */
  app.get(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        summary: 'Read a book’s record',
        params: z.strictObject({ bookId: BookId }),
        querystring: ViewQuery,
        response: { 200: z.object({ data: BookView }) },
      },
      config: { permission: 'read:books', fails: ['unknown_currency', 'book_not_found'] },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const book = await options.books.get(caller.accountId, request.params.bookId);
      const [data] = await showBooks([book], request.query, options, caller);
      if (!data) throw new Error(`Book ${book.id} was lost on its way.`);
      const answer = { data };
      reply.header('ETag', revisionTag(book.revision, answer));
      return answer;
    },
  );
};
