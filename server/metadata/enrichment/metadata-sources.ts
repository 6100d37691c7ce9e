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
  /** Minimum time between two requests to one source. */
  intervalMs?: number;
}

/**
 * Both sources allow one request per second to unidentified clients
 * (openlibrary.org/developers/api).
 */
const defaultIntervalMs = 1000;
const defaultTimeoutMs = 10_000;

/** Returns the enabled sources, each with its own rate limit. */
export function createMetadataSources(options: MetadataSourcesOptions): MetadataSource[] {
  const { names, openLibraryUrl, googleBooksUrl, fetch, now } = options;
  const { timeoutMs = defaultTimeoutMs, intervalMs = defaultIntervalMs } = options;
  const factories = {
    openlibrary: (get: FetchJson) => openLibrary(openLibraryUrl, get),
    googlebooks: (get: FetchJson) => googleBooks(googleBooksUrl, get),
  } satisfies Record<MetadataSource['name'], (get: FetchJson) => MetadataSource>;
  return names.map((name) => {
    const throttle = pThrottle({ limit: 1, interval: intervalMs });
    return factories[name](throttle(createFetchJson({ fetch, now, timeoutMs })));
  });
}
