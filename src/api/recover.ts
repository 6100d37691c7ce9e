import type { ApiFailure } from './api-failure.ts';

/** The longest wait for a burst limit that a reader is not told of, in seconds. */
const quietWaitSeconds = 3;

/**
 * Does what makes the same request succeed: waits out a short limit, or gets another token. Rejects with
 * the failure when there is nothing to be done.
 */
export async function recover(
  failure: ApiFailure,
  client: { credential: string },
  tokenProvider?: () => Promise<string>,
): Promise<void> {
  const isOver = failure.status === 401 || failure.code === 'access_expired';
  if (isOver && tokenProvider) {
    client.credential = await tokenProvider().catch(() => {
      throw failure;
    });
    return;
  }
  const seconds = failure.code === 'burst' ? (failure.retryAfterSeconds ?? Infinity) : Infinity;
  if (seconds > quietWaitSeconds) throw failure;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
