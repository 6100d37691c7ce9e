import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Licence } from '../books/licence/licence.ts';
import type { BookStore } from '../books/store.ts';
import { Failure } from '../failure.ts';
import { contentPrefixOf } from '../http/content-prefix.ts';
import { type CacheUrls, isFreeForEveryone } from './cache-urls.ts';
import { immutableCacheControl } from './send-content.ts';
import { requireSession, type SessionGate } from './session-gate.ts';
import type { ContentStore } from './store.ts';
import { steadyClock } from '../values/time.ts';

/** Maximum delay until every process applies a change of a book's price or visibility. */
const bookTtlMs = 30_000;
const maxCachedBooks = 20_000;

/** One year, which is the maximum for caches. */
const publicCacheControl = 'public, max-age=31536000, immutable';
/**
 * A cache checks the signature of each request, but a browser does not, so browsers keep the
 * content for only an hour.
 */
const signedCacheControl = 'public, max-age=3600, s-maxage=31536000, immutable';

/** The content that a request may read. */
export interface ContentAccess {
  bookId: string;
  licence: Licence | null;
  /** Cache header for content that never changes at its URL. */
  cacheControl: string;
}

export interface ContentAccessOptions {
  books: Pick<BookStore, 'findAny'>;
  content: Pick<ContentStore, 'bookOf'>;
  gate: SessionGate;
  cache: CacheUrls;
  now: () => Date;
}

export type RequireContentAccess = ReturnType<typeof contentAccess>;

/**
 * Creates the function that checks a content request by its URL's prefix or its session's token.
 */
export function contentAccess({ books, content, gate, cache, now }: ContentAccessOptions) {
  // `max` would allocate the memory for all entries in advance.
  const found = new LRUCache<string, { bookId: string; isFree: boolean }>({
    maxSize: maxCachedBooks,
    sizeCalculation: () => 1,
    ttl: bookTtlMs,
    ttlResolution: 0,
    perf: { now: steadyClock(now) },
    fetchMethod: async (contentId) => {
      const bookId = contentId.startsWith('bk_') ? contentId : await content.bookOf(contentId);
      const book = bookId === null ? null : await books.findAny(bookId);
      return book ? { bookId: book.id, isFree: isFreeForEveryone(book) } : undefined;
    },
  });

  /** @throws Failure `not_found`, or the failures of `requireSession`. */
  return async function requireContentAccess(
    request: FastifyRequest,
    contentId: string,
  ): Promise<ContentAccess> {
    const prefix = contentPrefixOf(request.raw);
    if (prefix === null) {
      const { bookId, licence, accessEndsAt } = await requireSession(gate, request, contentId);
      return { bookId, licence, cacheControl: immutableCacheControl(accessEndsAt, now()) };
    }
    const { licence, isPublic } = cache.verify(contentId, prefix);
    const book = await found.fetch(contentId);
    if (!book) throw new Failure('not_found', `There is no content ${contentId}.`);
    if (isPublic && !book.isFree) {
      throw new Failure('session_expired', 'This book is no longer free. Open it again.');
    }
    const cacheControl = isPublic ? publicCacheControl : signedCacheControl;
    return { bookId: book.bookId, licence, cacheControl };
  };
}
