import type { Embed, ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { EmbedRequest, ReaderClient } from '../api/client.ts';
import type { StartFeature } from '../features/feature.ts';

/** Minimum remaining validity of a session to be reused, in ms. */
const minValidityMs = 60_000;
const maxBooks = 4;

/** Responses for the books that this page closed most recently, by request. */
const closed = new Map<string, Embed>();

/**
 * Caches an open book's response, so that a reader that is mounted again within the session needs
 * no request.
 */
export const rememberOpenBook: StartFeature = (reader, { opened }, signal) => {
  // Skip downloaded books, whose copy on the device determines access, and serials, in which
  // chapters may be published in the meantime.
  if (!opened || reader.hasAttribute('offline') || opened.embed.readingOrder.some(isChapter))
    return;
  opened.reusableBooks.find = findClosedBook;
  const { embed, source, client, request } = opened;
  signal.addEventListener('abort', () => {
    const identity = identityOf(client, request);
    closed.delete(identity);
    const { access, session } = source;
    closed.set(identity, { ...embed, access, session: session.current });
    const [oldest] = closed.keys();
    if (closed.size > maxBooks && oldest !== undefined) closed.delete(oldest);
  });
};

/** Returns the cached response for a recently closed book, with the requested section, or null. */
async function findClosedBook(
  client: ReaderClient,
  request: EmbedRequest,
  signal: AbortSignal,
): Promise<Embed | null> {
  const embed = closed.get(identityOf(client, request));
  if (!embed || Date.parse(embed.session.expiresAt) - Date.now() < minValidityMs) return null;
  const { chapter = 0 } = request;
  const index = embed.readingOrder.findIndex((_item, at) => String(at) === String(chapter));
  const { first, readingOrder, session, styleSheets } = embed;
  const { length = 0 } = readingOrder[index] ?? {};
  if (index === first.index && first.partEnd === undefined) return embed;
  const { until } = embed.access;
  if (index < 0 || (until && index > until.section)) return null;
  const isCut = until?.section === index && until.offset < length;
  try {
    const cut = isCut ? `?end=${until.offset}` : '';
    const section = await client.section(session, `sections/${index}${cut}`, signal);
    const sheets = await Promise.all(
      section.styles.map(async (id) => [
        id,
        styleSheets[id] ?? (await client.styleSheet(session, id, signal)),
      ]),
    );
    return {
      ...embed,
      first: { ...section, index },
      styleSheets: { ...styleSheets, ...Object.fromEntries(sheets) },
    };
  } catch {
    // The book is opened with a new session instead.
    return null;
  }
}

function identityOf({ api, credential }: ReaderClient, request: EmbedRequest): string {
  // Ignore the position, because the response can be reused for any position.
  const { chapter: _chapter, part: _part, ...rest } = request;
  return JSON.stringify([api, credential, rest]);
}

function isChapter({ chapter }: ReadingOrderItem): boolean {
  return !!chapter;
}
