import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import type { BookStore } from '../books/store.ts';
import type { Queries } from '../db/schema.ts';
import { requireCaller } from '../http/caller.ts';
import { type CursorCodec, readPosition, sendPage } from '../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../http/query-parameters.ts';
import { NewReview, Review, ReviewId, ReviewPatch } from './contract.ts';
import type { Reviews } from './reviews.ts';
import { listReviews } from './store.ts';

export interface ReviewRoutesOptions {
  reviews: Reviews;
  books: BookStore;
  query: Queries;
  cursors: CursorCodec;
  /** Origin of this server as seen by clients, without a trailing slash. */
  publicUrl: string;
}

const OneReview = z.object({ data: Review });

/** `/v1/books/{id}/reviews` and `/v1/reviews` */
export const reviewRoutes: FastifyPluginAsyncZod<ReviewRoutesOptions> = async (app, options) => {
  const { reviews, books, query, cursors } = options;
  const ofBook = z.strictObject({ bookId: BookId });
  const params = z.strictObject({ reviewId: ReviewId });
  const noQuery = z.strictObject({});

  /** → a page of `Review`s. Errors: `book_not_found`, `invalid_cursor`. */
  app.get(
    '/v1/books/:bookId/reviews',
    {
      schema: {
        tags: ['Reviews'],
        summary: 'List a book’s reviews',
        description: 'Newest first. The book’s `rating` summarizes all its reviews.',
        params: ofBook,
        querystring: z.strictObject({
          limit: limitParameter(100, 20, 'Reviews per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Review), meta: PageMeta }) },
      },
      config: { permission: 'read:reviews', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const { bookId } = request.params;
      const { limit, cursor } = request.query;
      await books.get(requireCaller(request), bookId);
      const scope = JSON.stringify(['reviews', bookId]);
      const after = readPosition(ReviewId, cursors, cursor, scope);
      const { reviews: rows, total } = await listReviews(query, bookId, {
        after,
        limit: limit + 1,
      });
      const positionOf = ({ id }: Review) => id;
      return sendPage(options, request, reply, { rows, total, limit, scope, positionOf });
    },
  );

  /** → `Review`. Errors: `book_not_found`, `conflict`. */
  app.post(
    '/v1/books/:bookId/reviews',
    {
      schema: {
        tags: ['Reviews'],
        summary: 'Add a review',
        description:
          'Adds a review of any visible book on behalf of one of your readers; one review per reader ' +
          'and book. The book’s account receives an event.',
        params: ofBook,
        querystring: noQuery,
        body: NewReview,
        response: { 201: OneReview },
      },
      config: { permission: 'write:reviews', fails: ['book_not_found', 'conflict'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { bookId } = request.params;
      const data = await reviews.add(accountId, bookId, request.body);
      // Reviews have no URL of their own; they are listed below the book.
      reply.status(201).header('Location', `/v1/books/${bookId}/reviews`);
      return { data };
    },
  );

  /** → `Review`. Errors: `review_not_found`, `not_yours`. */
  app.patch(
    '/v1/reviews/:reviewId',
    {
      schema: {
        tags: ['Reviews'],
        summary: 'Update a review',
        description:
          'Only the account that added the review can update it. Missing members keep their values; null ' +
          'removes a value.',
        params,
        querystring: noQuery,
        body: ReviewPatch,
        response: { 200: OneReview },
      },
      config: { permission: 'write:reviews', fails: ['review_not_found', 'not_yours'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      return { data: await reviews.change(accountId, request.params.reviewId, request.body) };
    },
  );

  /** Errors: `review_not_found`, `not_yours`. */
  app.delete(
    '/v1/reviews/:reviewId',
    {
      schema: {
        tags: ['Reviews'],
        summary: 'Remove a review',
        description: 'Available to the account that added the review and to the book’s account.',
        params,
        querystring: noQuery,
        response: { 204: z.null() },
      },
      config: { permission: 'write:reviews', fails: ['review_not_found', 'not_yours'] },
    },
    async (request, reply) => {
      await reviews.remove(requireCaller(request).accountId, request.params.reviewId);
      return reply.status(204).send(null);
    },
  );
};
