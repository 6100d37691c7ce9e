import type { Embed } from '../../../server/reading-sessions/contract.ts';
import type { BookSource } from '../../api/book-source.ts';
import { parseFailure } from '../../api/failed-requests.ts';
import {
  cacheKey,
  openCache,
  readOfflineBook,
  removeOfflineBook,
  writeOfflineBook,
  writeOfflineEmbed,
  type OfflineBook,
} from './offline-books.ts';

/** Browsers open six connections to one server: the pages on screen need some of them. */
const maxConcurrent = 3;
/** How far the fetching of a book is. */
export interface DownloadProgress {
  bytes: number;
  doneBytes: number;
}

export interface DownloadOptions {
  embed: Embed;
  source: BookSource;
  /** What the page calls the book. */
  name: string;
  nowMs: number;
  onProgress: (progress: DownloadProgress) => void;
}

/** What `GET {content}/files` answers. */
export interface BookFileList {
  files: { path: string; bytes: number }[];
  bytes: number;
}

/** All that belongs to an open book. Rejects when there is no connection. */
export async function fetchFileList(
  { session }: BookSource,
  signal: AbortSignal,
): Promise<BookFileList> {
  return session.use(async ({ content, token }) => {
    const headers = bearerHeaders(token);
    const answer = await fetch(`${content}/files`, { headers, signal, credentials: 'omit' });
    if (!answer.ok) throw await parseFailure(answer);
    const { data }: { data: BookFileList } = await answer.json();
    return data;
  });
}

/**
 * Fetches all of an open book, as far as it may be read, and keeps it on this device. What is here already
 * is not fetched again, so that it goes on where it broke off. Rejects when anything does not come, with
 * `QuotaExceededError` when there is no room.
 */
export async function downloadBook(
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<OfflineBook> {
  const { embed, source, name, nowMs, onProgress } = options;
  const { id, title } = embed.book;
  const before = await readOfflineBook(id);
  if (before && before.content !== embed.session.content) await removeOfflineBook(id);
  const { files, bytes } = await fetchFileList(source, signal);
  const cache = await openCache(id);
  let doneBytes = 0;
  await forEachConcurrently(files, async (file) => {
    await downloadFile(cache, source, file.path, signal);
    doneBytes += file.bytes;
    onProgress({ bytes, doneBytes });
  });
  const first = embed.first.partEnd ? (await source.load(embed.first.index)).section : embed.first;
  signal.throwIfAborted();
  await writeOfflineEmbed(id, { ...embed, first });
  const { expiresAt } = source.access;
  const book: OfflineBook = {
    id,
    title,
    bytes,
    content: embed.session.content,
    names: [...new Set([id, name, ...(before?.names ?? [])])],
    seenAtMs: nowMs,
    endsAtMs: expiresAt ? Date.parse(expiresAt) : null,
  };
  await writeOfflineBook(book);
  return book;
}

async function downloadFile(
  cache: Cache,
  { session }: BookSource,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const key = cacheKey(`${session.current.content}/${path}`);
  if (await cache.match(key, { ignoreVary: true })) return;
  await session.use(async ({ content, token, resourceQuery }) => {
    const isResource = path.startsWith('resources/');
    const address = `${content}/${path}${isResource ? `?${resourceQuery}` : ''}`;
    const headers = isResource ? undefined : bearerHeaders(token);
    const answer = await fetch(address, { headers, signal, credentials: 'omit' });
    if (!answer.ok) throw await parseFailure(answer);
    await cache.put(key, answer);
  });
}

function bearerHeaders(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** Does the work for each item, a few at a time; ends with the first that fails. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, lane));
}
