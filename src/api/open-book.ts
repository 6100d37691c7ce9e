import type { Embed } from '../../server/reader/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { createBookSource, type BookSource } from './book-source.ts';
import type { EmbedRequest, ReaderClient } from './client.ts';

/**
 * Opens a book, without asking when the answer is given; waits out a short burst limit once. Rejects with `ApiFailure`, or with the
 * `AbortError` of the signal.
 */
export async function openBook(
  client: ReaderClient,
  request: EmbedRequest,
  signal: AbortSignal,
  given?: Embed,
): Promise<{ embed: Embed; source: BookSource }> {
  const ask = () => client.embed(request, signal);
  const embed =
    given ??
    (await ask().catch(async (error: unknown) => {
      // Without a connection its own code could not come either.
      if (!(error instanceof ApiFailure && error.status)) throw error;
      await (await import('./wait-out.ts')).waitOut(error);
      signal.throwIfAborted();
      return ask();
    }));
  const reopen = async () => (await ask()).session;
  return { embed, source: createBookSource(client, embed, reopen) };
}
