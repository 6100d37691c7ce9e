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

/**
 * Cache option. Responses vary only by compression and origin, which do not matter in the cache.
 */
const ignoringVary = { ignoreVary: true };

/**
 * Returns the response to an API request from the books on this device, or null if it is not
 * stored. If access has expired, deletes the book and rejects with `ApiFailure` `access_expired`.
 */
export async function offlineResponse(address: string, nowMs: number): Promise<Response | null> {
  const url = new URL(address);
  const requestedBook = url.searchParams.get('book') ?? '';
  const books = await listOfflineBooks();
  const book = url.pathname.endsWith('/v1/reader/embed')
    ? books.find(({ names }) => names.includes(requestedBook))
    : books.find(({ content }) => address.startsWith(`${content}/`));
  if (!book) return null;
  if (!isReadable(book, nowMs)) {
    await removeOfflineBook(book.id);
    // Omit the status because this is not a server response.
    throw new ApiFailure('access_expired', 'Access to this book has ended.');
  }
  const cache = await openCache(book.id);
  if (!url.pathname.endsWith('/embed'))
    return (await cache.match(cacheKey(address), ignoringVary)) ?? null;
  const embed = asEmbed(await readOfflineEmbed(book.id));
  const first = await loadFirstSection(cache, embed, url.searchParams.get('chapter'));
  return Response.json({ data: { ...embed, ...first, changes: null } });
}

/** Loads the section at which reading begins, in the shape of an embed. */
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
  const response = await cache.match(
    `${content}/${path}${isCut ? `?end=${until.offset}` : ''}`,
    ignoringVary,
  );
  if (!response) return null;
  const { data }: { data: SectionContent } = await response.json();
  const sheets = await Promise.all(
    data.styles.map(async (id) => {
      const sheet = await cache.match(`${content}/styles/${encodeURIComponent(id)}`, ignoringVary);
      return [id, (await sheet?.text()) ?? ''] as const;
    }),
  );
  return { first: { ...data, index }, styleSheets: Object.fromEntries(sheets) };
}

/**
 * Casts a stored embed. It is trusted because `downloadBook` stored the server's response
 * unchanged.
 */
function asEmbed(value: unknown): Embed {
  return value as Embed;
}
