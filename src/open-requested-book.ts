import type { Embed } from '../server/reading-sessions/contract.ts';
import { ApiFailure } from './api/api-failure.ts';
import type { BookSource, LoadedSection } from './api/book-source.ts';
import { createClient } from './api/client.ts';
import { openBook } from './api/open-book.ts';
import { loadForeignAllowlist } from './rendition/section/allowlist.ts';
import type { Landing } from './rendition/rendition.ts';
import type { RenditionBook } from './rendition/rendition-book.ts';
import { parseStart, parseStartFragment, type StartPosition } from './state/locator.ts';
import type { SavedPosition } from './state/reader-storage.ts';

/** The attributes of a reader that say what to open, and how. */
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
  /** An answer that is here already. */
  embed?: Embed;
  tokenProvider?: () => Promise<string>;
}

/** Attributes that another answer is asked with, at the same place. */
export const reopeningAttributes =
  'book key token api affiliate campaign sub currency deployment'.split(' ');

/** A book that has come, and where in its first section to begin. */
export interface OpenedBook {
  embed: Embed;
  source: BookSource & Pick<RenditionBook, 'fixed'>;
  landing: Landing;
  /** When this device was last read on, in milliseconds since 1970. */
  lastReadAtMs: number | null;
}

/**
 * Asks for the book that the attributes name, at the place where the person was, else at `start`. Rejects
 * with `ApiFailure`, or with the `AbortError` of the signal.
 */
export async function openRequestedBook(
  wanted: BookRequest,
  remembered: SavedPosition | null,
  signal: AbortSignal,
): Promise<OpenedBook> {
  const { book, affiliate, campaign, currency, deployment, locale, sub } = wanted;
  const linked = wanted.deepLinks ? parseStartFragment(location.hash, book) : null;
  const start: StartPosition | null = linked ?? remembered ?? parseStart(wanted.start ?? '');
  if (!book) throw new ApiFailure('book_missing', 'No book chosen.');
  const { tokenProvider } = wanted;
  const credential = wanted.token || wanted.key || (await tokenProvider?.()) || '';
  if (!credential && !wanted.embed) throw new ApiFailure('key_missing', 'No key.');
  const offlineResponse = typeof wanted.offline === 'string' ? offlineResponseFor : undefined;
  const client = createClient({ api: wanted.api, credential, offlineResponse });
  const chapter = start?.chapter ?? start?.section;
  const part = start?.id ?? start?.cfi ?? start?.offset ?? 0;
  const consent = ['required', 'granted'].find((one) => one === wanted.consent);
  const by = { affiliate, campaign, sub };
  const request = { book, chapter, part, locale, ...by, currency, deployment, consent };
  // Comes along with the book; without it, reading begins at the top of the section.
  const landing =
    start && (start.offset || start.highlight || start.id || start.cfi)
      ? import('./state/landing.ts').catch(() => null)
      : null;
  const opened: Pick<OpenedBook, 'embed' | 'source'> = await openBook(
    client,
    request,
    signal,
    wanted,
  );
  if (opened.embed.readingOrder.some(({ layout }) => layout === 'fixed')) {
    opened.source.fixed = (await import('./rendition/fixed/fixed-layout.ts')).fixedLayout;
  }
  // Not the deployment's own, but an echo, which would outlive what was asked.
  if (locale) opened.embed.locale = null;
  const { source } = opened;
  const load = source.load;
  source.load = async (...which) => withAllowlists(await load(...which));
  await withAllowlists(source.first);
  const { atMs: leftAtMs = null } = remembered ?? {};
  return {
    ...opened,
    lastReadAtMs: leftAtMs,
    landing: (await (await landing)?.loadLanding(start, opened.source)) ?? 'start',
  };
}

/** What a section is built with comes before it. */
async function withAllowlists(loaded: LoadedSection): Promise<LoadedSection> {
  await loadForeignAllowlist(loaded.section.tree);
  return loaded;
}

async function offlineResponseFor(address: string): Promise<Response | null> {
  // Without its own code, which lies in the same network, nothing is kept.
  const module = await import('./features/offline/offline-response.ts').catch(() => null);
  return module?.offlineResponse(address, Date.now()) ?? null;
}
