import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookStore } from '../books/store.ts';
import { reviews } from './reviews.ts';
import { reviewRoutes } from './routes.ts';

/** `/v1/books/{id}/reviews` and `/v1/reviews` */
export async function registerReviews(
  app: FastifyInstance,
  context: AppContext,
  { books }: { books: BookStore },
): Promise<void> {
  const { db, idempotentDb, cursors, publicUrl } = context;
  await app.register(reviewRoutes, {
    reviews: reviews({ ...context, db: idempotentDb }),
    books,
    db,
    now: context.now,
    cursors,
    publicUrl,
  });
}
