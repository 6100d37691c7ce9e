import type { Embed } from '../../server/reader/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { createBookSource, type BookSource } from './book-source.ts';
import type { EmbedRequest, ReaderClient } from './client.ts';

/** The longest wait for a burst limit that a reader is not told of, in seconds. */
const quietWaitSeconds = 3;

/**
 * Opens a book; waits out a short burst limit once. Rejects with `ApiFailure`, or with the
 * `AbortError` of the signal.
 */
export async function openBook(
  client: ReaderClient,
  request: EmbedRequest,
  signal: AbortSignal,
): Promise<{ embed: Embed; source: BookSource }> {
  const ask = () => client.embed(request, signal);
  const embed = await ask().catch(async (error: unknown) => {
    const isBurst = error instanceof ApiFailure && error.code === 'burst';
    const seconds = isBurst ? (error.retryAfterSeconds ?? Infinity) : Infinity;
    if (seconds > quietWaitSeconds) throw error;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    signal.throwIfAborted();
    return ask();
  });
  const reopen = async () => (await ask()).session;
  return { embed, source: createBookSource(client, embed, reopen) };
}
