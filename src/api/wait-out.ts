import { ApiFailure } from './api-failure.ts';

/** The longest wait for a burst limit that a reader is not told of, in seconds. */
const quietWaitSeconds = 3;

/** Waits until the same request may succeed; rejects with the failure when that is not soon. */
export async function waitOut(failure: unknown): Promise<void> {
  const isBurst = failure instanceof ApiFailure && failure.code === 'burst';
  const seconds = isBurst ? (failure.retryAfterSeconds ?? Infinity) : Infinity;
  if (seconds > quietWaitSeconds) throw failure;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
