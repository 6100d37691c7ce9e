import type { BookStore } from '../books/store.ts';
import { Failure } from '../failure.ts';
import type { Session } from './session.ts';

/** Finds books as an account sees them, and as nobody in particular. */
export type BookFinder = Pick<BookStore, 'find' | 'findAny'>;

/**
 * Whether a session may go on as it began: the book is still there for its account, and what was read
 * because it was free is free.
 *
 * @throws Failure `book_not_found`; `session_expired` where the book must be opened anew.
 */
export async function checkStillOpen(
  books: BookFinder,
  { bookId, accountId, licence, access }: Session,
): Promise<void> {
  const book = accountId ? await books.find(accountId, bookId) : await books.findAny(bookId);
  if (!book) throw new Failure('book_not_found', `Book ${bookId} is no longer in this library.`);
  const isGiven = access === 'full' && book.accountId === accountId;
  const isFree = (book.metadata.access ?? { mode: 'free' }).mode === 'free';
  if (licence !== null || isFree || isGiven) return;
  throw new Failure('session_expired', 'This book is free no more: open it again for its sample.');
}
