import { LRUCache } from 'lru-cache';
import type { BookSearchPage } from '../search/contract.ts';

/** The JSON of a list, with the headers that depend on it. */
export interface KeptAnswer {
  json: string;
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
export function keptAnswers() {
  const answers = new LRUCache<BookSearchPage, Map<string, KeptAnswer>>({
    maxSize,
    sizeCalculation: (own) => [...own.values()].reduce((sum, { json }) => sum + json.length, 1),
  });
  return {
    /** @param url - Path and query of the request, because one page can have several views. */
    find: (page: BookSearchPage, url: string): KeptAnswer | undefined =>
      answers.get(page)?.get(url),

    /** Only one view of each page is cached. */
    keep(page: BookSearchPage, url: string, answer: KeptAnswer): void {
      answers.set(page, new Map([[url, answer]]));
    },
  };
}
