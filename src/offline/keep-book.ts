import type { Embed } from '../../server/reader/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import { readFailure } from '../api/read-failure.ts';
import { fewAtOnce } from './few-at-once.ts';
import {
  keyOf,
  openCache,
  readBook,
  removeBook,
  writeBook,
  writeEmbed,
  type KeptBook,
} from './kept-books.ts';

/** How far the fetching of a book is. */
export interface KeepProgress {
  bytes: number;
  doneBytes: number;
}

export interface KeepOptions {
  embed: Embed;
  source: BookSource;
  /** What the page calls the book. */
  name: string;
  nowMs: number;
  onProgress: (progress: KeepProgress) => void;
}

/** What `GET {content}/files` answers. */
export interface FileList {
  files: { path: string; bytes: number }[];
  bytes: number;
}

/** All that belongs to an open book. Rejects when there is no connection. */
export async function listFiles({ session }: BookSource, signal: AbortSignal): Promise<FileList> {
  return session.use(async ({ content, token }) => {
    const headers = bearer(token);
    const answer = await fetch(`${content}/files`, { headers, signal, credentials: 'omit' });
    if (!answer.ok) throw await readFailure(answer);
    const { data }: { data: FileList } = await answer.json();
    return data;
  });
}

/**
 * Fetches all of an open book, as far as it may be read, and keeps it on this device. What is here already
 * is not fetched again, so that it goes on where it broke off. Rejects when anything does not come, with
 * `QuotaExceededError` when there is no room.
 */
export async function keepBook(options: KeepOptions, signal: AbortSignal): Promise<KeptBook> {
  const { embed, source, name, nowMs, onProgress } = options;
  const { id, title } = embed.book;
  const before = await readBook(id);
  if (before && before.content !== embed.session.content) await removeBook(id);
  const { files, bytes } = await listFiles(source, signal);
  const cache = await openCache(id);
  let doneBytes = 0;
  await fewAtOnce(files, async (file) => {
    await keepFile(cache, source, file.path, signal);
    doneBytes += file.bytes;
    onProgress({ bytes, doneBytes });
  });
  const first = embed.first.partEnd ? (await source.load(embed.first.index)).section : embed.first;
  signal.throwIfAborted();
  await writeEmbed(id, { ...embed, first });
  const { expiresAt } = source.access;
  const book: KeptBook = {
    id,
    title,
    bytes,
    content: embed.session.content,
    names: [...new Set([id, name, ...(before?.names ?? [])])],
    seenAtMs: nowMs,
    endsAtMs: expiresAt ? Date.parse(expiresAt) : null,
  };
  await writeBook(book);
  return book;
}

async function keepFile(
  cache: Cache,
  { session }: BookSource,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const key = keyOf(`${session.current.content}/${path}`);
  if (await cache.match(key, { ignoreVary: true })) return;
  await session.use(async ({ content, token, resourceQuery }) => {
    const isResource = path.startsWith('resources/');
    const address = `${content}/${path}${isResource ? `?${resourceQuery}` : ''}`;
    const headers = isResource ? undefined : bearer(token);
    const answer = await fetch(address, { headers, signal, credentials: 'omit' });
    if (!answer.ok) throw await readFailure(answer);
    await cache.put(key, answer);
  });
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
