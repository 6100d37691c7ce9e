import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { EventLog } from '../events/event-log.ts';
import { Failure } from '../failure.ts';
import type { NewReview, Review, ReviewPatch } from './contract.ts';
import {
  addRating,
  lockReview,
  lockVisibleBook,
  type ReviewedBook,
  type ReviewRow,
  toReview,
} from './store.ts';

export interface ReviewsContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  events: EventLog;
}

export type Reviews = ReturnType<typeof reviews>;

/** Creates, updates and removes reviews and records events for the book's account. */
export function reviews({ db, now, newId, events }: ReviewsContext) {
  return {
    /** @throws Failure `book_not_found`, `conflict`. */
    async add(accountId: string, bookId: string, input: NewReview): Promise<Review> {
      const at = now().toISOString();
      const stamps = { created_at: at, updated_at: at };
      const row = { id: newId('rv'), book_id: bookId, account_id: accountId, ...input, ...stamps };
      return db.transaction(async (tx) => {
        const book = await lockVisibleBook(tx, db.engine, accountId, bookId);
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('reviews')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['book_id', 'account_id', 'reviewer']).doNothing(),
          )
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) {
          throw new Failure('conflict', `“${input.reviewer}” has already reviewed this book.`);
        }
        await addRating(tx, bookId, { sum: input.rating, count: 1 }, at);
        return append(tx, 'review.created', book, row);
      });
    },

    /** Updates one of the account's own reviews. @throws Failure `review_not_found`, `not_yours`. */
    async change(accountId: string, reviewId: string, patch: ReviewPatch): Promise<Review> {
      const at = now().toISOString();
      return db.transaction(async (tx) => {
        const { row, book } = await lockReview(tx, db.engine, accountId, reviewId);
        if (row.account_id !== accountId) throw notYours(reviewId);
        const { rating = row.rating, title = row.title, body = row.body } = patch;
        const changed = { rating, title, body };
        const previous = Object.fromEntries(
          Object.entries({ rating: row.rating, title: row.title, body: row.body }).filter(
            ([name, value]) =>
              value !== new Map<string, unknown>(Object.entries(changed)).get(name),
          ),
        );
        if (Object.keys(previous).length === 0) return toReview(row);
        const after = { ...row, ...changed, updated_at: at };
        await tx
          .updateTable('reviews')
          .set({ ...changed, updated_at: at })
          .where('id', '=', reviewId)
          .execute();
        await addRating(tx, book.id, { sum: rating - row.rating, count: 0 }, at);
        return append(tx, 'review.updated', book, after, previous);
      });
    },

    /** Removes a review if the account wrote it or owns the book. @throws Failure `review_not_found`, `not_yours`. */
    async remove(accountId: string, reviewId: string): Promise<void> {
      const at = now().toISOString();
      await db.transaction(async (tx) => {
        const { row, book } = await lockReview(tx, db.engine, accountId, reviewId);
        if (row.account_id !== accountId && book.accountId !== accountId) throw notYours(reviewId);
        await tx.deleteFrom('reviews').where('id', '=', reviewId).execute();
        await addRating(tx, book.id, { sum: -row.rating, count: -1 }, at);
        await append(tx, 'review.deleted', book, row);
      });
    },
  };

  async function append(
    tx: Queries,
    type: 'review.created' | 'review.updated' | 'review.deleted',
    book: ReviewedBook,
    row: ReviewRow,
    previous?: Record<string, unknown>,
  ): Promise<Review> {
    const object = toReview(row);
    const about = { accountId: book.accountId, resourceId: row.id, bookId: book.id };
    const event = { type, ...about, isPublic: false, object, ...(previous && { previous }) };
    await events.append(tx, event);
    return object;
  }
}

function notYours(reviewId: string): Failure {
  return new Failure('not_yours', `Review ${reviewId} belongs to another account.`);
}
