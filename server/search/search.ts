import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import { BookIndex } from './book-index.ts';
import { runWithSmallHeap } from '../heap.ts';
import type { BookSearchPage, BookSearch, TextSpan } from './contract.ts';
import { toIndexedBook } from './indexed-book.ts';
import { searchStore, type SearchStore } from './store.ts';
import { tokenize } from './tokenize.ts';

/** Books that are read at once: other requests are answered between two such reads. */
const booksPerRead = 1000;
/** Changes that are so many are read with care for memory. */
const largeChangeCount = 10_000;
const maxCachedPages = 1000;
/** Hits, matched words and facet values of all pages that are kept: about ten megabytes. */
const maxCachedValues = 100_000;

/**
 * Searches the books through an index in memory. Before every search it reads what was committed
 * since the one before, so it never knows less than the database, whoever wrote to it.
 */
export function bookSearch(db: Database): BookSearch {
  const store = searchStore(db);
  let following = followDatabase(store, new BookIndex());
  let renewal: Promise<void> | null = null;

  /** A worn index serves on while a new one is made. */
  const renew = async () => {
    try {
      const fresh = followDatabase(store, new BookIndex());
      await fresh.catchUp();
      following = fresh;
    } catch {
      // The database is away: the worn index serves on, and the next search tries again.
    } finally {
      renewal = null;
    }
  };

  return {
    async find(query) {
      const { index, pages, catchUp } = following;
      await catchUp();
      if (index.needsRebuild) renewal ??= renew();
      // A stranger sees what every other stranger sees.
      const accountId = index.hasAccount(query.accountId) ? query.accountId : '';
      const asked = JSON.stringify({ ...query, accountId });
      const kept = pages.get(asked);
      if (kept) return kept;
      const page = index.find(query);
      pages.set(asked, page);
      return page;
    },
    findSpans: findMatchSpans,
    catchUp: () => following.catchUp(),
    get isReady() {
      return following.isReady();
    },
  };
}

/** Keeps an index up to the database. */
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
    // An index that holds nothing yet has nothing to remove.
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
    // Of the garbage of reading a whole library a tenth stays.
    if (upTo - known > largeChangeCount) await runWithSmallHeap(() => readChanges(upTo));
    else if (upTo > known) await readChanges(upTo);
    known = upTo;
    hasRead = true;
  };

  const run = (): Promise<void> => {
    const ran = read().finally(() => {
      running = null;
    });
    running = ran;
    return ran;
  };

  return {
    index,
    /** By what was asked, as long as no book changes: the lists that everybody opens. */
    pages,
    isReady: () => hasRead,
    /** Whoever comes while a read is under way needs the one after it: it may have begun too early. */
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

/** Where matched words are in a text; pieces that touch are one. */
function findMatchSpans(text: string, { words, prefixes }: BookSearchPage['matched']): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { word, start, end, kind } of tokenize(text)) {
    const isMatched = words.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
    if (!isMatched || kind === 'last') continue;
    const last = spans.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}
