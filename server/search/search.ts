import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import { BookIndex } from './book-index.ts';
import { runWithSmallHeap } from '../heap.ts';
import type { BookSearchPage, BookSearch } from './contract.ts';
import { findMatchSpans } from './match-spans.ts';
import { toIndexedBook } from './indexed-book.ts';
import { searchStore, type SearchStore } from './store.ts';

/** Number of books read per batch. Other requests are served between batches. */
const booksPerRead = 1000;
/** Above this number of changes, heap use is limited while reading. */
const largeChangeCount = 10_000;
const maxCachedPages = 1000;
/**
 * Limit on the hits, matched words and facet values in all cached pages. Corresponds to about 10
 * MB.
 */
const maxCachedValues = 100_000;

/**
 * Searches the books with an index in memory. Every search first reads the changes committed since
 * the previous one, so the results are always current, regardless of which process wrote to the
 * database.
 */
export function bookSearch(db: Database): BookSearch {
  const store = searchStore(db);
  let following = followDatabase(store, new BookIndex());
  let rebuilding: Promise<void> | null = null;

  /** Builds a new index while the old one stays in use. */
  const rebuild = async () => {
    try {
      const fresh = followDatabase(store, new BookIndex());
      await fresh.catchUp();
      following = fresh;
    } catch {
      // If the database is unavailable, the old index stays in use, and the next search tries
      // again.
    } finally {
      rebuilding = null;
    }
  };

  return {
    async find(query) {
      const { index, pages, catchUp } = following;
      await catchUp();
      if (index.needsRebuild) rebuilding ??= rebuild();
      // Accounts without books share cached results.
      const accountId = index.hasAccount(query.accountId) ? query.accountId : '';
      const cacheKey = JSON.stringify({ ...query, accountId });
      const cached = pages.get(cacheKey);
      if (cached) return cached;
      const page = index.find(query);
      pages.set(cacheKey, page);
      return page;
    },
    findSpans: findMatchSpans,
    catchUp: () => following.catchUp(),
    get isReady() {
      return following.isReady();
    },
  };
}

/** Keeps an index in sync with the database. */
function followDatabase(store: SearchStore, index: BookIndex) {
  const pages = new LRUCache<string, BookSearchPage>({
    max: maxCachedPages,
    maxSize: maxCachedValues,
    sizeCalculation: sizeOf,
  });
  let known = 0;
  let hasRead = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const readChanges = async (upTo: number) => {
    // An empty index has nothing to remove.
    const removed = known === 0 ? [] : await store.removed(known, upTo);
    for (const ordinal of removed) index.remove(ordinal);
    pages.clear();
    let after = known;
    for (;;) {
      const rows = await store.changed(after, booksPerRead);
      for (const row of rows) index.put(toIndexedBook(row));
      pages.clear();
      after = rows.at(-1)?.revision ?? upTo;
      if (rows.length < booksPerRead) break;
    }
  };

  const read = async () => {
    const upTo = await store.revision();
    // Reading a whole catalog produces much garbage, a tenth of which would stay in memory.
    if (upTo - known > largeChangeCount) await runWithSmallHeap(() => readChanges(upTo));
    else if (upTo > known) await readChanges(upTo);
    known = upTo;
    hasRead = true;
  };

  const run = (): Promise<void> => {
    const current = read().finally(() => {
      running = null;
    });
    running = current;
    return current;
  };

  return {
    index,
    /** Cached pages by query, valid until a book changes. */
    pages,
    isReady: () => hasRead,
    /**
     * A call during a read waits for the next read because the current one may have started too
     * early.
     */
    catchUp(): Promise<void> {
      if (!running) return run();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return run();
        });
      return next;
    },
  };
}

function sizeOf({ hits, matched, facets }: BookSearchPage): number {
  const values = Object.values(facets).reduce((sum, list) => sum + list.length, 0);
  return 1 + hits.length + matched.words.size + values;
}
