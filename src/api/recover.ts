import type { ApiFailure } from './api-failure.ts';
import type { EmbedRequest } from './client.ts';

/** The longest wait for a burst limit that a reader is not told of, in seconds. */
const quietWaitSeconds = 3;
/** What a book can be read without. A deployment is not among it: it may be what asks for consent. */
const dispensable = [
  'affiliate',
  'campaign',
  'sub',
  'currency',
  'locale',
  'chapter',
  'part',
] as const;

/**
 * Does what makes a request succeed: waits out a short limit, gets another token, or leaves out what the
 * page has set wrong, and tells the page's owner so. Rejects with the failure when there is nothing to be
 * done.
 *
 * @returns What to ask now.
 */
export async function recover(
  failure: ApiFailure,
  client: { credential: string },
  request: EmbedRequest,
  tokenProvider?: () => Promise<string>,
): Promise<EmbedRequest> {
  const refused = dispensable.filter((name) => failure.parameters.includes(name));
  if (refused.length > 0 && refused.length === failure.parameters.length) {
    console.warn(`<svc-reader> goes on without ${refused.join(', ')}: ${failure.message}`);
    return { ...request, ...Object.fromEntries(refused.map((name) => [name, undefined])) };
  }
  const isOver = failure.status === 401 || failure.code === 'access_expired';
  if (isOver && tokenProvider) {
    client.credential = await tokenProvider().catch(() => {
      throw failure;
    });
    return request;
  }
  const seconds = failure.code === 'burst' ? (failure.retryAfterSeconds ?? Infinity) : Infinity;
  if (seconds > quietWaitSeconds) throw failure;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return request;
}
