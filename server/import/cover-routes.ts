import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Book, BookId } from '../books/contract.ts';
import { toBook } from '../books/stored-book.ts';
import { type BookStore, lockOwnedBook } from '../books/store.ts';
import { requireCaller } from '../http/caller.ts';
import { ownerOf } from '../values/viewer.ts';
import {
  type CoverContext,
  coverMediaTypes,
  maxCoverBytes,
  prepareCover,
  restoreCover,
} from './own-cover.ts';

export interface CoverRoutesOptions {
  context: CoverContext;
  books: BookStore;
  publicUrl: string;
}

/** PUT and DELETE /v1/books/:bookId/cover */
export const coverRoutes: FastifyPluginAsyncZod<CoverRoutesOptions> = async (app, options) => {
  const { context, books, publicUrl } = options;
  const url = '/v1/books/:bookId/cover';
  const params = z.strictObject({ bookId: BookId });
  const response = { 200: z.object({ data: Book }) };
  app.addContentTypeParser(
    [...coverMediaTypes],
    { parseAs: 'buffer', bodyLimit: maxCoverBytes },
    (_request, body, done) => done(null, body),
  );

  /** → `Book`. Errors: `invalid_request`, `not_yours`, `book_not_found`. */
  app.put(
    url,
    {
      bodyLimit: maxCoverBytes,
      schema: {
        tags: ['Books'],
        operationId: 'updateCover',
        summary: 'Upload a cover',
        description:
          'Send the image as the body: JPEG, PNG, WebP or AVIF, at most 10 MB and 50 million pixels, and at least 200 ' +
          'pixels on each side. It replaces the cover in the book’s file, also in later editions. The server stores it ' +
          'as JPEG without the file’s metadata, with a new URL. The previous URL remains valid for at least a day.',
        consumes: [...coverMediaTypes],
        params,
        querystring: z.strictObject({}),
        response,
      },
      config: { permission: 'write:books', fails: ['not_yours', 'book_not_found'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      const { bookId } = request.params;
      const { body } = request;
      // Requests for other accounts' books are rejected before the image is read.
      const { db } = context;
      await db.transaction((tx) => lockOwnedBook(tx, db.engine, accountId, bookId));
      const store = await prepareCover(
        context,
        body instanceof Uint8Array ? body : new Uint8Array(),
      );
      await store(db, accountId, bookId);
      return { data: toBook(await books.get(ownerOf(accountId), bookId), publicUrl) };
    },
  );

  /** → `Book`. Errors: `not_yours`, `book_not_found`. */
  app.delete(
    url,
    {
      schema: {
        tags: ['Books'],
        operationId: 'deleteCover',
        summary: 'Remove an uploaded cover',
        description:
          'Shows the cover from the book’s file again. Without an uploaded cover, nothing changes.',
        params,
        querystring: z.strictObject({}),
        response,
      },
      config: { permission: 'write:books', fails: ['not_yours', 'book_not_found'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      const { bookId } = request.params;
      await restoreCover(context, context.db, accountId, bookId);
      return { data: toBook(await books.get(ownerOf(accountId), bookId), publicUrl) };
    },
  );
};
