import type { Engine } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { WriteTables } from '../db/write-tables.ts';
import { allocateRevisions, liveBookChanged } from '../books/store.ts';
import { Failure } from '../failure.ts';
import { environmentOf, isOwnBook } from '../values/environment.ts';
import type { Review, ReviewStatus } from './contract.ts';

export type ReviewRow = WriteTables['reviews'];

/** A reviewed book and its owner. `accountId` is null for the shared catalog. */
export interface ReviewedBook {
  id: string;
  accountId: string | null;
}

export function toReview(row: ReviewRow): Review {
  return {
    id: row.id,
    bookId: row.book_id,
    rating: row.rating,
    title: row.title,
    body: row.body,
    reviewer: row.reviewer,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * Reads a book visible to the account and locks it until the transaction ends.
 *
 * @throws Failure `book_not_found`.
 */
export async function lockVisibleBook(
  tx: Queries,
  engine: Engine,
  accountId: string,
  bookId: string,
): Promise<ReviewedBook> {
  const row = await tx
    .selectFrom('books')
    .select(['id', 'account_id', 'visibility'])
    .where('id', '=', bookId)
    // SQLite needs no row lock because it allows only one writer.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row || (row.visibility !== 'public' && !isOwnBook(accountId, row.account_id))) {
    throw new Failure('book_not_found', `No book with id ${bookId}.`);
  }
  return { id: row.id, accountId: row.account_id };
}

/**
 * Reads and locks a review and its book, visible to the account. @throws Failure
 * `review_not_found`.
 */
export async function lockReview(
  tx: Queries,
  engine: Engine,
  accountId: string,
  reviewId: string,
): Promise<{ row: ReviewRow; book: ReviewedBook }> {
  const found = await tx
    .selectFrom('reviews')
    .select('book_id')
    .where('id', '=', reviewId)
    .executeTakeFirst();
  if (!found) throw reviewNotFound(reviewId);
  // Lock the book first, as every other change does, to prevent deadlocks.
  const book = await lockVisibleBook(tx, engine, accountId, found.book_id).catch(
    (error: unknown) => {
      throw error instanceof Failure ? reviewNotFound(reviewId) : error;
    },
  );
  const row = await tx
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', reviewId)
    .executeTakeFirst();
  if (!row) throw reviewNotFound(reviewId);
  if (environmentOf(accountId) === 'test' && book.accountId !== accountId) {
    throw liveBookChanged(book.id);
  }
  return { row, book };
}

/** Adds to a book's rating totals, which counts as a change to the book. */
export async function addRating(
  tx: Queries,
  bookId: string,
  { sum, count }: { sum: number; count: number },
  at: string,
): Promise<void> {
  if (sum === 0 && count === 0) return;
  const revision = await allocateRevisions(tx, 1);
  await tx
    .updateTable('books')
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', sum),
      rating_count: eb('rating_count', '+', count),
      revision,
      updated_at: at,
    }))
    .where('id', '=', bookId)
    .execute();
}

/** Filter of a list of reviews. */
export interface ReviewSelection {
  bookId: string;
  /** Lists only reviews with this status. */
  status: ReviewStatus | null;
  /**
   * Lists approved reviews and all of this account's reviews. Null for the book's account, which
   * sees all reviews.
   */
  visibleTo: string | null;
  /** Id of the last review on the previous page. */
  after: string | null;
  limit: number;
}

/** Returns a page of a book's reviews, newest first, and their total number. */
export async function listReviews(
  query: Queries,
  { bookId, status, visibleTo, after, limit }: ReviewSelection,
): Promise<{ reviews: Review[]; total: number }> {
  const selected = query
    .selectFrom('reviews')
    .where('book_id', '=', bookId)
    .$if(status !== null, (some) => some.where('status', '=', status ?? 'approved'))
    .$if(visibleTo !== null, (some) =>
      some.where((eb) => eb.or([eb('status', '=', 'approved'), eb('account_id', '=', visibleTo)])),
    );
  const { total } = await selected
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selected
    .selectAll()
    .$if(after !== null, (some) => some.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { reviews: rows.map(toReview), total: Number(total) };
}

function reviewNotFound(reviewId: string): Failure {
  return new Failure('review_not_found', `No review with id ${reviewId}.`);
}
