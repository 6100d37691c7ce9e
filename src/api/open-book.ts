import type { Embed } from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { createBookSource, type BookSource } from './book-source.ts';
import type { EmbedRequest, ReaderClient } from './client.ts';
import { parseEmbed } from './parse-responses.ts';

/** Optional inputs, read only when needed. */
export interface OpenOptions {
  /** An embed response. If set, no request is sent. */
  embed?: Embed;
  /** Returns a new token when the credential expires or is rejected. */
  tokenProvider?: () => Promise<string>;
}

/** Finds a book that this page closed recently. Set by the code that loads after the first text. */
export const reusableBooks: {
  find?: (
    client: ReaderClient,
    request: EmbedRequest,
    signal: AbortSignal,
  ) => Promise<Embed | null>;
} = {};

/**
 * Opens a book. Makes at most two attempts to recover from a burst limit, a rejected credential or
 * rejected optional parameters. Rejects with `ApiFailure` or with the signal's `AbortError`.
 */
export async function openBook(
  client: ReaderClient,
  request: EmbedRequest,
  signal: AbortSignal,
  options: OpenOptions = {},
): Promise<{ embed: Embed; source: BookSource }> {
  let current = request;
  const send = (attempts = 2): Promise<Embed> =>
    client.embed(current, signal).catch(async (error: unknown) => {
      // Without a connection, the recovery code could not be loaded either.
      if (!(error instanceof ApiFailure && error.status && attempts)) throw error;
      const { recoverRequest: recover } = await import('./failed-requests.ts');
      current = await recover(error, client, current, options.tokenProvider);
      signal.throwIfAborted();
      return send(attempts - 1);
    });
  // Nothing is awaited before the request is sent: the reader's frame would be rendered first.
  const { find } = reusableBooks;
  const opened = options.embed
    ? parseEmbed(options.embed, client.api)
    : ((find && (await find(client, request, signal))) ?? (await send()));
  return { embed: opened, source: createBookSource(client, opened, send) };
}
