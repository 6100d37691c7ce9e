import type { Embed } from '../server/reading-sessions/contract.ts';
import { ApiFailure } from './api/api-failure.ts';
import type { BookSource, LoadedSection } from './api/book-source.ts';
import { createClient, type EmbedRequest, type ReaderClient } from './api/client.ts';
import { openBook, reusableBooks } from './api/open-book.ts';
import { loadSpecialContent } from './rendition/section/special-content.ts';
import type { Landing } from './rendition/rendition.ts';
import type { RenditionBook } from './rendition/rendition-book.ts';
import { parseStart, parseStartFragment, type StartPosition } from './state/locator.ts';
import type { SavedPosition } from './state/reader-storage.ts';

/** Reader attributes that determine which book to open and how. */
export interface BookRequest {
  book: string;
  key: string;
  token: string;
  api: string;
  locale: string;
  start: string;
  deepLinks: boolean;
  affiliate: string;
  campaign: string;
  sub: string;
  consent: string;
  currency: string;
  deployment: string;
  offline: string | null;
  /** An available embed response. If set, no request is sent. */
  embed?: Embed;
  tokenProvider?: () => Promise<string>;
}

/** Attributes that reopen the book at the same position when they change. */
export const reopeningAttributes =
  'book key token api affiliate campaign sub currency deployment'.split(' ');

/** An opened book and the start position in its first section. */
export interface OpenedBook {
  embed: Embed;
  source: BookSource & Pick<RenditionBook, 'fixed'>;
  landing: Landing;
  client: ReaderClient;
  request: EmbedRequest;
  reusableBooks: typeof reusableBooks;
  /** Time in milliseconds since 1970 when this device last saved a reading position. */
  lastReadAtMs: number | null;
}

/**
 * Opens the book named by the attributes. Reading starts at the deep-linked or saved position,
 * otherwise at `start`. Rejects with `ApiFailure` or with the signal's `AbortError`.
 */
export async function openRequestedBook(
  requested: BookRequest,
  saved: SavedPosition | null,
  signal: AbortSignal,
): Promise<OpenedBook> {
  const { book, affiliate, campaign, currency, deployment, locale, sub } = requested;
  const deepLink = requested.deepLinks ? parseStartFragment(location.hash, book) : null;
  const start: StartPosition | null = deepLink ?? saved ?? parseStart(requested.start ?? '');
  if (!book) throw new ApiFailure('book_missing', 'No book chosen.');
  const { tokenProvider } = requested;
  const credential = requested.token || requested.key || (await tokenProvider?.()) || '';
  if (!credential && !requested.embed) throw new ApiFailure('key_missing', 'No key.');
  const offlineResponse = typeof requested.offline === 'string' ? offlineResponseFor : undefined;
  const client = createClient({ api: requested.api, credential, offlineResponse });
  const chapter = start?.chapter ?? start?.section;
  const part = start?.id ?? start?.cfi ?? start?.offset ?? 0;
  const consent = ['required', 'granted'].find((one) => one === requested.consent);
  const referral = { affiliate, campaign, sub };
  const request = { book, chapter, part, locale, ...referral, currency, deployment, consent };
  // Load this in parallel with the book. If it fails to load, reading begins at the top of the
  // section.
  const landing =
    start && (start.offset || start.share || start.highlight || start.id || start.cfi)
      ? import('./state/landing.ts').catch(() => null)
      : null;
  const opened: Pick<OpenedBook, 'embed' | 'source'> = await openBook(
    client,
    request,
    signal,
    requested,
  );
  if (opened.embed.readingOrder.some(({ layout }) => layout === 'fixed')) {
    opened.source.fixed = (await import('./rendition/fixed/fixed-layout.ts')).fixedLayout;
  }
  // The response repeats the requested locale. Drop it, because it would outlive a change to the
  // attribute.
  if (locale) opened.embed.locale = null;
  const { source } = opened;
  const load = source.load;
  source.load = async (...args) => withSpecialContent(await load(...args));
  await withSpecialContent(source.first);
  const { atMs: lastReadAtMs = null } = saved ?? {};
  return {
    ...opened,
    client,
    request,
    reusableBooks,
    lastReadAtMs,
    landing: (await (await landing)?.loadLanding(start, opened.source)) ?? 'start',
  };
}

/** Loads the code that the section needs before it is built. */
async function withSpecialContent(loaded: LoadedSection): Promise<LoadedSection> {
  await loadSpecialContent(loaded.section.tree);
  return loaded;
}

async function offlineResponseFor(address: string): Promise<Response | null> {
  // The offline code comes from the same server. If it fails to load, offline copies cannot be
  // read.
  const module = await import('./features/offline/offline-response.ts').catch(() => null);
  return module?.offlineResponse(address, Date.now()) ?? null;
}
