import pThrottle from 'p-throttle';
import type { MetadataSource } from './contract.ts';
import { type FetchJson, createFetchJson } from './fetch-json.ts';
import { googleBooks } from './google-books.ts';
import { openLibrary } from './open-library.ts';

export interface MetadataSourcesOptions {
  names: readonly MetadataSource['name'][];
  openLibraryUrl: string;
  googleBooksUrl: string;
  fetch: typeof fetch;
  now: () => Date;
  timeoutMs?: number;
  /** Least time between two requests to one source. */
  intervalMs?: number;
}

/** Both sources bear one request a second of whoever says no name (openlibrary.org/developers/api). */
const defaultIntervalMs = 1000;
const defaultTimeoutMs = 10_000;

/** The sources that are switched on, each asked at its own pace. */
export function createMetadataSources(options: MetadataSourcesOptions): MetadataSource[] {
  const { names, openLibraryUrl, googleBooksUrl, fetch, now } = options;
  const { timeoutMs = defaultTimeoutMs, intervalMs = defaultIntervalMs } = options;
  const make = {
    openlibrary: (get: FetchJson) => openLibrary(openLibraryUrl, get),
    googlebooks: (get: FetchJson) => googleBooks(googleBooksUrl, get),
  } satisfies Record<MetadataSource['name'], (get: FetchJson) => MetadataSource>;
  return names.map((name) => {
    const throttle = pThrottle({ limit: 1, interval: intervalMs });
    return make[name](throttle(createFetchJson({ fetch, now, timeoutMs })));
  });
}
