import { LRUCache } from 'lru-cache';
import type { BookSearchPage } from '../search/contract.ts';

/** The JSON of a list, with the headers that depend on it. */
export interface KeptAnswer {
  json: string;
  /** Value of `Link`, or null on the last page. */
  link: string | null;
  etag: string;
}

/** In UTF-16 code units: a few megabytes. */
const maxSize = 4_000_000;

/**
 * Keeps the answers to lists that were requested last. The search returns the same page until a book changes, so an
 * answer is found only as long as it is current.
 */
export function keptAnswers() {
  const answers = new LRUCache<BookSearchPage, Map<string, KeptAnswer>>({
    maxSize,
    sizeCalculation: (own) => [...own.values()].reduce((sum, { json }) => sum + json.length, 1),
  });
  return {
    /** @param url - Path and query of the request: the views of one page differ. */
    find: (page: BookSearchPage, url: string): KeptAnswer | undefined =>
      answers.get(page)?.get(url),

    /** One view of a page is kept. */
    keep(page: BookSearchPage, url: string, answer: KeptAnswer): void {
      answers.set(page, new Map([[url, answer]]));
    },
  };
}
