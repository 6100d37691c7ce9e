import type { Embed, SectionContent } from '../../../server/reading-sessions/contract.ts';
import { ApiFailure } from '../../api/api-failure.ts';
import {
  isReadable,
  listOfflineBooks,
  cacheKey,
  openCache,
  readOfflineEmbed,
  removeOfflineBook,
} from './offline-books.ts';

/** Files vary by compression and origin only, which makes no difference once they are here. */
const ignoringVary = { ignoreVary: true };

/**
 * What the API would have answered, from what is kept on this device; null when it is not here.
 * Rejects with `ApiFailure` `access_expired` when it may no longer be read: then it is here no more.
 */
export async function offlineResponse(address: string, nowMs: number): Promise<Response | null> {
  const url = new URL(address);
  const asked = url.searchParams.get('book') ?? '';
  const books = await listOfflineBooks();
  const book = url.pathname.endsWith('/v1/reader/embed')
    ? books.find(({ names }) => names.includes(asked))
    : books.find(({ content }) => address.startsWith(`${content}/`));
  if (!book) return null;
  if (!isReadable(book, nowMs)) {
    await removeOfflineBook(book.id);
    // As no server has said it, it has no status.
    throw new ApiFailure('access_expired', 'The access to this book has ended.');
  }
  const cache = await openCache(book.id);
  if (!url.pathname.endsWith('/embed'))
    return (await cache.match(cacheKey(address), ignoringVary)) ?? null;
  const embed = asEmbed(await readOfflineEmbed(book.id));
  const first = await loadFirstSection(cache, embed, url.searchParams.get('chapter'));
  return Response.json({ data: { ...embed, ...first, changes: null } });
}

/** The section that reading begins with, as an embed has it. */
async function loadFirstSection(
  cache: Cache,
  embed: Embed,
  chapter: string | null,
): Promise<Pick<Embed, 'first' | 'styleSheets'> | null> {
  const index = embed.readingOrder.findIndex(
    (item, at) => String(at) === chapter || item.chapter?.id === chapter,
  );
  const item = embed.readingOrder[index];
  if (!item || index === embed.first.index) return null;
  const { content } = embed.session;
  const { until } = embed.access;
  const path = item.chapter
    ? `chapters/${item.chapter.id}/${item.chapter.revision}`
    : `sections/${index}`;
  const isCut = until?.section === index && until.offset < item.length;
  const kept = await cache.match(
    `${content}/${path}${isCut ? `?end=${until.offset}` : ''}`,
    ignoringVary,
  );
  if (!kept) return null;
  const { data }: { data: SectionContent } = await kept.json();
  const sheets = await Promise.all(
    data.styles.map(async (id) => {
      const sheet = await cache.match(`${content}/styles/${encodeURIComponent(id)}`, ignoringVary);
      return [id, (await sheet?.text()) ?? ''] as const;
    }),
  );
  return { first: { ...data, index }, styleSheets: Object.fromEntries(sheets) };
}

/** It was written by `keepBook` as it came from the server. */
function asEmbed(value: unknown): Embed {
  return value as Embed;
}
