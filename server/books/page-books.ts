import { LRUCache } from 'lru-cache';
import type { BookSearchPage } from '../search/contract.ts';
import type { BookStore } from './store.ts';
import type { StoredBook } from './stored-book.ts';

/** Maximum number of books on all cached pages. A few megabytes. */
const maxBooks = 2000;

/**
 * Returns a function that reads the books of a search page, in order. The search returns the same
 * page object until a book changes, so its books are read only once.
 */
export function pageBooks(
  books: Pick<BookStore, 'byOrdinals'>,
): (page: BookSearchPage) => Promise<StoredBook[]> {
  const known = new LRUCache<BookSearchPage, StoredBook[]>({
    maxSize: maxBooks,
    sizeCalculation: (found) => 1 + found.length,
  });
  return async (page) => {
    const before = known.get(page);
    if (before) return before;
    const found = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
    known.set(page, found);
    return found;
  };
}
