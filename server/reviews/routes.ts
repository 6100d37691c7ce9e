import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import type { BookStore } from '../books/store.ts';
import type { Database } from '../db/open.ts';
import { requireCaller } from '../http/caller.ts';
import { type CursorCodec, readPosition, sendPage } from '../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../http/query-parameters.ts';
import {
  NewReview,
  Review,
  ReviewAccount,
  ReviewAccountParams,
  ReviewId,
  ReviewPatch,
  ReviewStatus,
} from './contract.ts';
import {
  allowReviewAccount,
  disallowReviewAccount,
  listReviewAccounts,
} from './review-accounts.ts';
import type { Reviews } from './reviews.ts';
import { listReviews } from './store.ts';

export interface ReviewRoutesOptions {
  reviews: Reviews;
  books: BookStore;
  db: Database;
  now: () => Date;
  cursors: CursorCodec;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
}

const OneReview = z.object({ data: Review });

/** `/v1/books/{id}/reviews` and `/v1/reviews` */
export const reviewRoutes: FastifyPluginAsyncZod<ReviewRoutesOptions> = async (app, options) => {
  const { reviews, books, db, now, cursors } = options;
  const ofBook = z.strictObject({ bookId: BookId });
  const params = z.strictObject({ reviewId: ReviewId });
  const noQuery = z.strictObject({});

  /** → a page of `Review`s. Errors: `book_not_found`, `invalid_cursor`. */
  app.get(
    '/v1/books/:bookId/reviews',
    {
      schema: {
        tags: ['Reviews'],
        operationId: 'listReviews',
        summary: 'List a book’s reviews',
        description:
          'Lists approved reviews, newest first, and your own. The book’s account sees all of them. The ' +
          'book’s `rating` summarizes the approved reviews.',
        params: ofBook,
        querystring: z.strictObject({
          limit: limitParameter(100, 20, 'Reviews per page'),
          cursor: Cursor.optional(),
          status: ReviewStatus.optional(),
        }),
        response: { 200: z.object({ data: z.array(Review), meta: PageMeta }) },
      },
      config: { permission: 'read:reviews', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const { bookId } = request.params;
      const { limit, cursor, status = null } = request.query;
      const caller = requireCaller(request);
      const book = await books.get(caller, bookId);
      const isOwn = book.accountId === caller.accountId;
      const scope = JSON.stringify(['reviews', bookId, status]);
      const after = readPosition(ReviewId, cursors, cursor, scope);
      const { reviews: rows, total } = await listReviews(db.query, {
        bookId,
        status,
        visibleTo: isOwn ? null : caller.accountId,
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
        operationId: 'createReview',
        summary: 'Add a review',
        description:
          'Adds a review on behalf of one of your readers, who can review a book only once. You can review ' +
          'your own books and those of accounts that allow yours. Reviews of other accounts’ books are `pending` until ' +
          'the book’s account approves them. The book’s account receives an event.',
        params: ofBook,
        querystring: noQuery,
        body: NewReview,
        response: { 201: OneReview },
      },
      config: { permission: 'write:reviews', fails: ['book_not_found', 'not_yours', 'conflict'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { bookId } = request.params;
      const data = await reviews.add(accountId, bookId, request.body);
      // Reviews have no separate URLs and are listed below the book.
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
        operationId: 'updateReview',
        summary: 'Update a review',
        description:
          'The account that added the review can change its rating and text, and the book’s account can ' +
          'change its `status`. After a change by another account, the review is `pending` again. Missing ' +
          'members keep their values, and null removes a value.',
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
        operationId: 'deleteReview',
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

  /** → `ReviewAccount`s. */
  app.get(
    '/v1/reviews/accounts',
    {
      schema: {
        tags: ['Reviews'],
        operationId: 'listReviewAccounts',
        summary: 'List accounts that may add reviews',
        description: 'Lists the accounts that you allow to add reviews to your books.',
        querystring: noQuery,
        response: { 200: z.object({ data: z.array(ReviewAccount) }) },
      },
      config: { permission: 'read:reviews', fails: [] },
    },
    async (request) => ({
      data: await listReviewAccounts(db.query, requireCaller(request).accountId),
    }),
  );

  /** Errors: `account_not_found`. */
  app.put(
    '/v1/reviews/accounts/:accountId',
    {
      schema: {
        tags: ['Reviews'],
        operationId: 'allowReviewAccount',
        summary: 'Allow an account to add reviews',
        description: 'Allows the account to add reviews to your books. You moderate these reviews.',
        params: ReviewAccountParams,
        querystring: noQuery,
        response: { 204: z.null() },
      },
      config: { permission: 'write:reviews', fails: ['account_not_found'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const at = now().toISOString();
      await allowReviewAccount(db.query, accountId, request.params.accountId, at);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/v1/reviews/accounts/:accountId',
    {
      schema: {
        tags: ['Reviews'],
        operationId: 'disallowReviewAccount',
        summary: 'Stop allowing an account to add reviews',
        description: 'The reviews that the account has added remain.',
        params: ReviewAccountParams,
        querystring: noQuery,
        response: { 204: z.null() },
      },
      config: { permission: 'write:reviews', fails: [] },
    },
    async (request, reply) => {
      await disallowReviewAccount(
        db.query,
        requireCaller(request).accountId,
        request.params.accountId,
      );
      return reply.status(204).send(null);
    },
  );
};
