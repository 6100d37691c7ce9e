import { ApiFailure } from './api-failure.ts';
import type { EmbedRequest } from './client.ts';

/** The longest wait for a burst limit that a reader is not told of, in seconds. */
const maxSilentWaitSeconds = 3;

/** What a book can be read without. A deployment is not among it: it may be what asks for consent. */
const optionalParameters = [
  'affiliate',
  'campaign',
  'sub',
  'currency',
  'locale',
  'chapter',
  'part',
] as const;
/** A year: nobody waits for longer. */
const maxRetryAfterSeconds = 31_536_000;

/** The failure that a response states, by RFC 9457 where it does. */
export async function parseFailure(response: Response): Promise<ApiFailure> {
  const problem: unknown = await response.json().catch(() => null);
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const code = stringField(problem, 'code') ?? 'unknown';
  const parameters = code === 'unknown_currency' ? ['currency'] : invalidParameters(problem);
  const isNoBook = code === 'invalid_request' && parameters.includes('book');
  return new ApiFailure(
    // What cannot be the name of a book is the name of none.
    isNoBook ? 'book_not_found' : code,
    stringField(problem, 'detail') ??
      stringField(problem, 'title') ??
      `The API answered ${response.status}.`,
    {
      status: response.status,
      requestId: stringField(problem, 'requestId') ?? response.headers.get('Request-Id'),
      retryAfterSeconds: retryAfter >= 0 && retryAfter < maxRetryAfterSeconds ? retryAfter : null,
      parameters,
    },
  );
}

function invalidParameters(problem: unknown): string[] {
  const errors: unknown = typeof problem === 'object' && problem && Reflect.get(problem, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((one: unknown) => stringField(one, 'parameter') ?? []);
}

function stringField(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : null;
}

/**
 * Does what makes a request succeed: waits out a short limit, gets another token, or leaves out what the
 * page has set wrong, and tells the page's owner so. Rejects with the failure when there is nothing to be
 * done.
 *
 * @returns What to ask now.
 */
export async function recoverRequest(
  failure: ApiFailure,
  client: { credential: string },
  request: EmbedRequest,
  tokenProvider?: () => Promise<string>,
): Promise<EmbedRequest> {
  const refused = optionalParameters.filter((name) => failure.parameters.includes(name));
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
  if (seconds > maxSilentWaitSeconds) throw failure;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return request;
}
