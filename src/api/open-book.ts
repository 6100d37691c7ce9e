import type { Embed } from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { createBookSource, type BookSource } from './book-source.ts';
import type { EmbedRequest, ReaderClient } from './client.ts';
import { parseEmbed } from './parse-responses.ts';

/** What may be there before a book is opened; asked when it is needed. */
export interface OpenOptions {
  /** An answer; it is taken without asking. */
  embed?: Embed;
  /** Asks for a new token, when the credential ended or was refused. */
  tokenProvider?: () => Promise<string>;
}

/**
 * Opens a book; waits out a short burst limit, asks for a new token, and does without what the page has set
 * wrong: two of these at most. Rejects with `ApiFailure`, or with the `AbortError` of the signal.
 */
export async function openBook(
  client: ReaderClient,
  request: EmbedRequest,
  signal: AbortSignal,
  options: OpenOptions = {},
): Promise<{ embed: Embed; source: BookSource }> {
  let wanted = request;
  const ask = (attempts = 2): Promise<Embed> =>
    client.embed(wanted, signal).catch(async (error: unknown) => {
      // Without a connection its own code could not come either.
      if (!(error instanceof ApiFailure && error.status && attempts)) throw error;
      const { recoverRequest: recover } = await import('./failed-requests.ts');
      wanted = await recover(error, client, wanted, options.tokenProvider);
      signal.throwIfAborted();
      return ask(attempts - 1);
    });
  const opened = options.embed ? parseEmbed(options.embed, client.api) : await ask();
  return { embed: opened, source: createBookSource(client, opened, ask) };
}
