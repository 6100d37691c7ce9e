import type { Embed } from '../server/reader/contract.ts';
import { ApiFailure } from './api/api-failure.ts';
import type { BookSource } from './api/book-source.ts';
import { createClient } from './api/client.ts';
import { openBook } from './api/open-book.ts';
import type { Landing } from './page/open-pages.ts';
import { landingIn, parseStart } from './reader/locator.ts';
import type { RememberedPlace } from './reader/memory.ts';
import { readTheme } from './reader/settings.ts';

/** The attributes of a reader that say what to open, and how. */
export interface WantedBook {
  book: string;
  key: string;
  token: string;
  api: string;
  theme: string;
  locale: string;
  start: string;
  affiliate: string;
  campaign: string;
  currency: string;
  deployment: string;
  /** An answer that is here already. */
  embed?: Embed;
}

/** A book that has come, and where in its first section to begin. */
export interface OpenedBook {
  embed: Embed;
  source: BookSource;
  landing: Landing;
}

/**
 * Asks for the book that the attributes name, at the place where the person was, else at `start`. Rejects
 * with `ApiFailure`, or with the `AbortError` of the signal.
 */
export async function openWanted(
  wanted: WantedBook,
  remembered: RememberedPlace | null,
  signal: AbortSignal,
): Promise<OpenedBook> {
  const { book, affiliate, campaign, currency, deployment, locale } = wanted;
  const start = remembered ?? parseStart(wanted.start ?? '');
  const credential = wanted.token || wanted.key;
  if (!book) throw new ApiFailure('book_missing', 'No book chosen.');
  if (!credential && !wanted.embed) throw new ApiFailure('key_missing', 'No key.');
  const client = createClient({ api: wanted.api, credential });
  const theme = readTheme(wanted.theme);
  const chapter = start?.chapter ?? start?.section;
  const request = { book, chapter, theme, locale, affiliate, campaign, currency, deployment };
  const opened = await openBook(client, request, signal, wanted.embed);
  return {
    ...opened,
    landing: ({ section, text }) =>
      start && chapter === (start.chapter ? section.chapter?.id : section.index)
        ? landingIn(section, () => text.text(), start)
        : 0,
  };
}
