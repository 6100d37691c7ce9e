import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { liveBookChanged } from '../books/store.ts';
import { environmentOf } from '../values/environment.ts';
import type { EventLog } from '../events/event-log.ts';
import { Failure } from '../failure.ts';
import type { NewReview, Review, ReviewPatch, ReviewStatus } from './contract.ts';
import { isReviewAccount } from './review-accounts.ts';
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

/** Creates, updates, moderates and removes reviews, and records events for the book's account. */
export function reviews({ db, now, newId, events }: ReviewsContext) {
  return {
    /**
     * Adds a review. Only the book's account and the accounts that it allows can do so.
     *
     * @throws Failure `book_not_found`, `not_yours`, `permission_denied`, `conflict`.
     */
    async add(accountId: string, bookId: string, input: NewReview): Promise<Review> {
      const at = now().toISOString();
      const id = newId('rv');
      return db.transaction(async (tx) => {
        const book = await lockVisibleBook(tx, db.engine, accountId, bookId);
        const isOwn = book.accountId === accountId;
        if (!isOwn) await requireAllowed(tx, book, accountId);
        const row: ReviewRow = {
          id,
          book_id: bookId,
          account_id: accountId,
          reviewer: input.reviewer,
          rating: input.rating,
          title: input.title,
          body: input.body,
          status: initialStatus(isOwn, input.status),
          created_at: at,
          updated_at: at,
        };
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
        await addRating(tx, bookId, difference(null, row), at);
        return append(tx, 'review.created', book, row);
      });
    },

    /**
     * Updates a review. The account that added it can change its text and rating, and the book's
     * account can change its status. A change by another account than the book's makes the review
     * `pending` again.
     *
     * @throws Failure `review_not_found`, `not_yours`.
     */
    async change(accountId: string, reviewId: string, patch: ReviewPatch): Promise<Review> {
      const at = now().toISOString();
      return db.transaction(async (tx) => {
        const { row, book } = await lockReview(tx, db.engine, accountId, reviewId);
        const { status, ...content } = patch;
        const isModerator = book.accountId === accountId;
        if (Object.keys(content).length > 0 && row.account_id !== accountId) {
          throw new Failure('not_yours', `Review ${reviewId} was added by another account.`);
        }
        if (status !== undefined && !isModerator) {
          throw new Failure(
            'not_yours',
            `Only the account of book ${book.id} can change the status of its reviews.`,
          );
        }
        const { rating = row.rating, title = row.title, body = row.body } = content;
        const isChanged = rating !== row.rating || title !== row.title || body !== row.body;
        const changed = {
          rating,
          title,
          body,
          status: status ?? (isChanged && !isModerator ? 'pending' : row.status),
        };
        const previous = changedMembers(row, changed);
        if (Object.keys(previous).length === 0) return toReview(row);
        const after = { ...row, ...changed, updated_at: at };
        await tx
          .updateTable('reviews')
          .set({ ...changed, updated_at: at })
          .where('id', '=', reviewId)
          .execute();
        await addRating(tx, book.id, difference(row, after), at);
        return append(tx, 'review.updated', book, after, previous);
      });
    },

    /**
     * Removes a review if the account added the review or owns the book. @throws Failure
     * `review_not_found`, `not_yours`.
     */
    async remove(accountId: string, reviewId: string): Promise<void> {
      const at = now().toISOString();
      await db.transaction(async (tx) => {
        const { row, book } = await lockReview(tx, db.engine, accountId, reviewId);
        if (row.account_id !== accountId && book.accountId !== accountId) {
          throw new Failure('not_yours', `Review ${reviewId} belongs to another account.`);
        }
        await tx.deleteFrom('reviews').where('id', '=', reviewId).execute();
        await addRating(tx, book.id, difference(row, null), at);
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

/**
 * Without this check, any account could change the rating of any public book with invented
 * reviewers.
 */
async function requireAllowed(tx: Queries, book: ReviewedBook, accountId: string): Promise<void> {
  if (environmentOf(accountId) === 'test') throw liveBookChanged(book.id);
  if (book.accountId === null) {
    throw new Failure(
      'not_yours',
      `Book ${book.id} belongs to the shared catalog, which has no reviews. Add reviews to your own books.`,
    );
  }
  if (await isReviewAccount(tx, book.accountId, accountId)) return;
  throw new Failure(
    'not_yours',
    `Book ${book.id} belongs to another account. To add reviews, ask it to allow account ${accountId} with ` +
      `PUT /v1/reviews/accounts/${accountId}.`,
  );
}

function initialStatus(isOwn: boolean, requested: ReviewStatus | undefined): ReviewStatus {
  return isOwn ? (requested ?? 'approved') : 'pending';
}

/**
 * Returns the change in a book's rating totals between two versions of a review. Null means that
 * the review does not exist.
 */
function difference(before: ReviewRow | null, after: ReviewRow | null) {
  const [old, fresh] = [before, after].map((row) =>
    row?.status === 'approved' ? { sum: row.rating, count: 1 } : { sum: 0, count: 0 },
  );
  return {
    sum: (fresh?.sum ?? 0) - (old?.sum ?? 0),
    count: (fresh?.count ?? 0) - (old?.count ?? 0),
  };
}

/** The previous values of the members that differ. */
function changedMembers<Members extends Partial<ReviewRow>>(row: ReviewRow, changed: Members) {
  return Object.fromEntries(
    (['rating', 'title', 'body', 'status'] as const)
      .filter((name) => row[name] !== changed[name])
      .map((name) => [name, row[name]]),
  );
}
