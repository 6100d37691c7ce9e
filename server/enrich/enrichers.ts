import pThrottle from 'p-throttle';
import type { Enricher } from './enricher.ts';
import { type GetJson, jsonGetter } from './get-json.ts';
import { googleBooks } from './google-books.ts';
import { openLibrary } from './open-library.ts';

export interface EnrichersOptions {
  names: readonly Enricher['name'][];
  openLibraryUrl: string;
  googleBooksUrl: string;
  fetch: typeof fetch;
  now: () => Date;
  timeoutMs?: number;
  /** Least time between two requests to one source. */
  pauseMs?: number;
}

/** Both sources bear one request a second of whoever says no name (openlibrary.org/developers/api). */
const politePauseMs = 1000;
const patienceMs = 10_000;

/** The sources that are switched on, each asked at its own pace. */
export function enrichers(options: EnrichersOptions): Enricher[] {
  const { names, openLibraryUrl, googleBooksUrl, fetch, now } = options;
  const { timeoutMs = patienceMs, pauseMs = politePauseMs } = options;
  const make = {
    openlibrary: (get: GetJson) => openLibrary(openLibraryUrl, get),
    googlebooks: (get: GetJson) => googleBooks(googleBooksUrl, get),
  } satisfies Record<Enricher['name'], (get: GetJson) => Enricher>;
  return names.map((name) => {
    const throttle = pThrottle({ limit: 1, interval: pauseMs });
    return make[name](throttle(jsonGetter({ fetch, now, timeoutMs })));
  });
}
