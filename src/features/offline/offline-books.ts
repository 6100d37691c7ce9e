/** A downloaded book, readable without a network. */
export interface OfflineBook {
  id: string;
  title: string;
  /** Size of its files. */
  bytes: number;
  /** Base URL of its content; each edition has its own. */
  content: string;
  /** Names under which pages embed it: its id, or `isbn:` followed by its ISBN. */
  names: string[];
  /** Time of the server's last permission to read it, in ms since 1970. */
  seenAtMs: number;
  /** Time at which access ends, in ms since 1970; null if only `maxUncheckedMs` applies. */
  endsAtMs: number | null;
}

/** Longest time, in ms, to read a book without checking that it has not been withdrawn. */
export const maxUncheckedMs = 30 * 24 * 60 * 60 * 1000;

/** Each book has its own cache, so that it can be deleted as a whole. */
const cachePrefix = 'svc-reader:';
/** Cache keys of the book's records; no request ever goes to these URLs. */
const recordUrl = 'https://kept.invalid/book';
const embedUrl = 'https://kept.invalid/embed';

export function isOfflineSupported(): boolean {
  return 'caches' in globalThis;
}

export function openCache(id: string): Promise<Cache> {
  return caches.open(cachePrefix + id);
}

/** Lists the completely downloaded books. */
export async function listOfflineBooks(): Promise<OfflineBook[]> {
  if (!isOfflineSupported()) return [];
  // Sandboxed frames without an origin have `caches` but may not use it.
  const all = await caches.keys().catch(() => []);
  const names = all.filter((name) => name.startsWith(cachePrefix));
  const books = await Promise.all(
    names.map((name) => readOfflineBook(name.slice(cachePrefix.length))),
  );
  return books.filter((book) => book !== null);
}

export async function readOfflineBook(id: string): Promise<OfflineBook | null> {
  // `caches.open` would create an empty cache.
  const record = await caches
    .match(recordUrl, { cacheName: cachePrefix + id })
    .catch(() => undefined);
  const value: unknown = await record?.json().catch(() => null);
  return isOfflineBook(value) ? value : null;
}

/** A file of a downloaded book; undefined if it is not stored. */
export function findOfflineFile(id: string, address: string): Promise<Response | undefined> {
  return caches.match(cacheKey(address), { cacheName: cachePrefix + id, ignoreVary: true });
}

/** Marks a download as complete; must be the last write. */
export async function writeOfflineBook(book: OfflineBook): Promise<void> {
  await (await openCache(book.id)).put(recordUrl, Response.json(book));
}

export async function readOfflineEmbed(id: string): Promise<unknown> {
  const response = await (await openCache(id)).match(embedUrl);
  return response?.json();
}

export async function writeOfflineEmbed(id: string, embed: object): Promise<void> {
  await (await openCache(id)).put(embedUrl, Response.json(embed));
}

export async function removeOfflineBook(id: string): Promise<void> {
  if (isOfflineSupported()) await caches.delete(cachePrefix + id);
}

/** Whether access to a book has not expired. */
export function isReadable({ endsAtMs, seenAtMs }: OfflineBook, nowMs: number): boolean {
  return nowMs < Math.min(endsAtMs ?? Infinity, seenAtMs + maxUncheckedMs);
}

/**
 * Cache key of a file. Drops the signature, which changes with every session, and keeps the end of a sample,
 * which determines the content.
 */
export function cacheKey(address: string): string {
  const url = new URL(address);
  const end = url.searchParams.get('end');
  url.search = end === null ? '' : `end=${end}`;
  return url.href;
}

function isOfflineBook(value: unknown): value is OfflineBook {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'title' in value &&
    typeof value.title === 'string' &&
    'bytes' in value &&
    typeof value.bytes === 'number' &&
    'content' in value &&
    typeof value.content === 'string' &&
    'names' in value &&
    Array.isArray(value.names) &&
    'seenAtMs' in value &&
    typeof value.seenAtMs === 'number' &&
    'endsAtMs' in value
  );
}
