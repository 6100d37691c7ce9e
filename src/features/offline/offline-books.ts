/** A book that lies on this device, to be read without a network. */
export interface OfflineBook {
  id: string;
  title: string;
  /** What it takes on this device. */
  bytes: number;
  /** Address below which its text lies; another one after every new edition. */
  content: string;
  /** What the page calls it: its id, or `isbn:` and its ISBN. */
  names: string[];
  /** Milliseconds since 1970 at which the server let it be read last. */
  seenAtMs: number;
  /** Milliseconds since 1970 after which it is not to be read; null: see `longestUnseenMs`. */
  endsAtMs: number | null;
}

/** What was withdrawn meanwhile is not read for longer than this without asking. */
export const maxUncheckedMs = 30 * 24 * 60 * 60 * 1000;

/** One cache for each book: it goes as a whole. */
const cachePrefix = 'svc-reader:';
/** Caches know addresses only; nothing is ever at this one. */
const recordUrl = 'https://kept.invalid/book';
const embedUrl = 'https://kept.invalid/embed';

export function isOfflineSupported(): boolean {
  return 'caches' in globalThis;
}

export function openCache(id: string): Promise<Cache> {
  return caches.open(cachePrefix + id);
}

/** The books that are wholly here; what was begun and not ended is none of them. */
export async function listOfflineBooks(): Promise<OfflineBook[]> {
  if (!isOfflineSupported()) return [];
  // Frames without an origin of their own have the caches, but not the right to them.
  const all = await caches.keys().catch(() => []);
  const names = all.filter((name) => name.startsWith(cachePrefix));
  const books = await Promise.all(
    names.map((name) => readOfflineBook(name.slice(cachePrefix.length))),
  );
  return books.filter((book) => book !== null);
}

export async function readOfflineBook(id: string): Promise<OfflineBook | null> {
  // Not by opening it: that would leave an empty one behind.
  const record = await caches
    .match(recordUrl, { cacheName: cachePrefix + id })
    .catch(() => undefined);
  const value: unknown = await record?.json().catch(() => null);
  return isOfflineBook(value) ? value : null;
}

/** A file of a book that is kept; undefined when it is not here. */
export function findOfflineFile(id: string, address: string): Promise<Response | undefined> {
  return caches.match(cacheKey(address), { cacheName: cachePrefix + id, ignoreVary: true });
}

/** Written last: with it, the book is here. */
export async function writeOfflineBook(book: OfflineBook): Promise<void> {
  await (await openCache(book.id)).put(recordUrl, Response.json(book));
}

export async function readOfflineEmbed(id: string): Promise<unknown> {
  const kept = await (await openCache(id)).match(embedUrl);
  return kept?.json();
}

export async function writeOfflineEmbed(id: string, embed: object): Promise<void> {
  await (await openCache(id)).put(embedUrl, Response.json(embed));
}

export async function removeOfflineBook(id: string): Promise<void> {
  if (isOfflineSupported()) await caches.delete(cachePrefix + id);
}

/** Whether a book may still be read. */
export function isReadable({ endsAtMs, seenAtMs }: OfflineBook, nowMs: number): boolean {
  return nowMs < Math.min(endsAtMs ?? Infinity, seenAtMs + maxUncheckedMs);
}

/**
 * The address under which a file is kept. Signatures change with every session; where a sample ends is
 * part of what the file is.
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
