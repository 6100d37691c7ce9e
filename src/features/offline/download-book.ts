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

/**
 * Maximum number of parallel requests. Browsers open six HTTP/1.1 connections per server, and some
 * must stay free for the visible pages.
 */
const maxConcurrent = 3;
/** Progress of a download, in bytes. */
export interface DownloadProgress {
  bytes: number;
  doneBytes: number;
}

export interface DownloadOptions {
  embed: Embed;
  source: BookSource;
  /** Value of the element's `book` attribute. */
  name: string;
  nowMs: number;
  onProgress: (progress: DownloadProgress) => void;
}

/** Response data of `GET {content}/files`. */
export interface BookFileList {
  files: { path: string; bytes: number }[];
  bytes: number;
}

/** Fetches the list of all files in an open book. Rejects without a connection. */
export async function fetchFileList(
  { session }: BookSource,
  signal: AbortSignal,
): Promise<BookFileList> {
  return session.use(async ({ content, token }) => {
    const headers = bearerHeaders(token);
    const response = await fetch(`${content}/files`, { headers, signal, credentials: 'omit' });
    if (!response.ok) throw await parseFailure(response);
    const { data }: { data: BookFileList } = await response.json();
    return data;
  });
}

/**
 * Downloads all accessible files of an open book to this device. Resumes an interrupted download
 * without fetching stored files again. Rejects if a file fails to load, and with
 * `QuotaExceededError` if storage is full.
 */
export async function downloadBook(
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<OfflineBook> {
  const { embed, source, name, nowMs, onProgress } = options;
  const { id, title } = embed.book;
  const before = await readOfflineBook(id);
  if (before && cacheKey(before.content) !== cacheKey(embed.session.content))
    await removeOfflineBook(id);
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
    const response = await fetch(address, { headers, signal, credentials: 'omit' });
    if (!response.ok) throw await parseFailure(response);
    await cache.put(key, response);
  });
}

function bearerHeaders(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/**
 * Runs the work for each item, at most `maxConcurrent` at a time. Rejects with the first failure.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
}
