import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { checkIfMatch, revisionEtag } from '../../http/etag.ts';
import { BookPatch } from '../book-input.ts';
import { Book, BookId } from '../contract.ts';
import { toBook } from '../stored-book.ts';
import type { BookStore } from '../store.ts';
import type { BookWriter } from '../writer.ts';
import { ownerOf } from '../../values/viewer.ts';

export interface BookWriteOptions {
  books: BookStore;
  writer: BookWriter;
  /** Origin at which clients reach this server, without a trailing slash. */
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

  /** → `Book`. Errors: `invalid_request`, `not_yours`, `book_not_found`, `precondition_failed`. */
  app.patch(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        operationId: 'updateBook',
        summary: 'Update a book’s record',
        description:
          'Applies a JSON merge patch (RFC 7396). Missing members keep their values, and null removes a ' +
          'value. Values you set or remove are never overwritten by external sources. A patch without ' +
          'changes creates no event. Popularity, ratings and values computed from the text are ' +
          'read-only.',
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
      const ifMatch = request.headers['if-match'];
      await writer.change(accountId, bookId, request.body, (revision) =>
        checkIfMatch(ifMatch, revision),
      );
      const book = await books.get(ownerOf(accountId), bookId);
      const answer = { data: toBook(book, publicUrl) };
      reply.header('ETag', revisionEtag(book.revision, answer));
      return answer;
    },
  );

  /** Errors: `not_yours`, `book_not_found`, `precondition_failed`. */
  app.delete(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        operationId: 'deleteBook',
        summary: 'Remove a book',
        description:
          'Permanently removes the book with its text, chapters and reviews. Sales are kept. The last ' +
          'record of a removed book is in its `book.deleted` event.',
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
      const ifMatch = request.headers['if-match'];
      await writer.remove(accountId, request.params.bookId, (revision) =>
        checkIfMatch(ifMatch, revision),
      );
      return reply.status(204).send(null);
    },
  );
};
