import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { checkIfMatch, revisionEtag } from '../../http/etag.ts';
import { BookPatch } from '../book-input.ts';
import { Book, BookId } from '../contract.ts';
import { toBook } from '../stored-book.ts';
import type { BookStore } from '../store.ts';
import type { BookWriter } from '../writer.ts';

export interface BookWriteOptions {
  books: BookStore;
  writer: BookWriter;
  /** Origin that clients reach this server at, without a trailing slash. */
  publicUrl: string;
}

/** PATCH and DELETE /v1/books/:bookId */
export const bookWriteRoutes: FastifyPluginAsyncZod<BookWriteOptions> = async (app, options) => {
  const { books, writer, publicUrl } = options;
  app.addContentTypeParser(
    'application/merge-patch+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  const params = z.strictObject({ bookId: BookId });

  /** → `Book`. Fails: `invalid_request`, `not_yours`, `book_not_found`, `precondition_failed`. */
  app.patch(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        summary: 'Change a book’s record',
        description:
          'A JSON merge patch (RFC 7396): a member that is not there stays, null takes it away. What ' +
          'you set is never replaced by what sources outside say, not even where you emptied it. A ' +
          'patch that changes nothing makes no event. Popularity, ratings and what is read from the ' +
          'text are not yours to write.',
        consumes: ['application/merge-patch+json', 'application/json'],
        params,
        querystring: z.strictObject({}),
        body: BookPatch,
        response: { 200: z.object({ data: Book }) },
      },
      config: {
        permission: 'write:books',
        fails: ['not_yours', 'book_not_found', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { bookId } = request.params;
      const wanted = request.headers['if-match'];
      await writer.change(accountId, bookId, request.body, (now) => checkIfMatch(wanted, now));
      const book = await books.get(accountId, bookId);
      const answer = { data: toBook(book, publicUrl) };
      reply.header('ETag', revisionEtag(book.revision, answer));
      return answer;
    },
  );

  /** Fails: `not_yours`, `book_not_found`, `precondition_failed`. */
  app.delete(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        summary: 'Remove a book',
        description:
          'For good, with its text, its chapters and its reviews. Its sales stay. The record of a ' +
          'book that was removed is the last `book.deleted`.',
        params,
        querystring: z.strictObject({}),
        response: { 204: z.null() },
      },
      config: {
        permission: 'write:books',
        fails: ['not_yours', 'book_not_found', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const wanted = request.headers['if-match'];
      await writer.remove(accountId, request.params.bookId, (now) => checkIfMatch(wanted, now));
      return reply.status(204).send(null);
    },
  );
};
