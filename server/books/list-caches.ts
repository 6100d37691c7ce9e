import { LRUCache } from 'lru-cache';
import type { CompressedCopies } from '../http/compressed-copies.ts';
import type { BookSearchPage } from '../search/contract.ts';
import type { BookStore } from './store.ts';
import type { StoredBook } from './stored-book.ts';

/** The JSON of a list, with the headers that depend on it. */
export interface CachedResponse {
  json: CompressedCopies;
  /** Value of `Link`, or null on the last page. */
  link: string | null;
  etag: string;
}

/** Cache limit in UTF-16 code units. A few megabytes. */
const maxSize = 4_000_000;

/**
 * Caches the most recent list responses. The search returns the same page object until a book
 * changes, so outdated responses are never found.
 */
export function cachedResponses() {
  const answers = new LRUCache<BookSearchPage, Map<string, CachedResponse>>({
    maxSize,
    sizeCalculation: (own) =>
      [...own.values()].reduce((sum, { json }) => sum + json.text.length, 1),
  });
  return {
    /** @param url - Path and query of the request, because one page can have several views. */
    find: (page: BookSearchPage, url: string): CachedResponse | undefined =>
      answers.get(page)?.get(url),

    /** Only one view of each page is cached. */
    keep(page: BookSearchPage, url: string, answer: CachedResponse): void {
      answers.set(page, new Map([[url, answer]]));
    },
  };
}

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
