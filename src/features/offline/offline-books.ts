/** A downloaded book that can be read without a network. */
export interface OfflineBook {
  id: string;
  title: string;
  /** Total size of the book's files. */
  bytes: number;
  /** Base URL of the book's content, which is different for each edition. */
  content: string;
  /** Names that pages use to embed the book, which are its id or `isbn:` followed by its ISBN. */
  names: string[];
  /** Time in ms since 1970 when the server last allowed reading. */
  seenAtMs: number;
  /** Time in ms since 1970 when access ends, or null if only `maxUncheckedMs` applies. */
  endsAtMs: number | null;
}

/** Maximum time in ms to read a book without checking that it has not been withdrawn. */
const maxUncheckedMs = 30 * 24 * 60 * 60 * 1000;

/** Prefix of cache names. Each book has its own cache so that it can be deleted as a whole. */
const cachePrefix = 'svc-reader:';
/** Cache key of the book's record. This URL is never requested. */
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
  // Sandboxed frames without an origin have `caches` but must not use it.
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

/** Returns a downloaded book's file, or undefined if it is not stored. */
export function findOfflineFile(id: string, address: string): Promise<Response | undefined> {
  return caches.match(cacheKey(address), { cacheName: cachePrefix + id, ignoreVary: true });
}

/** Marks a download as complete. This must be the last write. */
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

/** Whether access to a book is still valid. */
export function isReadable({ endsAtMs, seenAtMs }: OfflineBook, nowMs: number): boolean {
  return nowMs < Math.min(endsAtMs ?? Infinity, seenAtMs + maxUncheckedMs);
}

/**
 * Returns a file's cache key. The key omits the signature because it changes with every session,
 * and includes the end of a sample because it determines the content.
 */
export function cacheKey(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/~[^/]*/, '');
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
