import { ApiFailure } from './api-failure.ts';
import { explainNoResponse, logFailure, logOwnFailure } from './unanswered-requests.ts';

export { logOwnFailure };

/**
 * Explains a request that got no response, a response with an error, or one whose body could not be
 * read.
 *
 * @throws The signal's `AbortError` if the request was aborted while its body was read.
 */
export async function explainFailure(
  url: string,
  headers: object,
  api?: string,
  response?: Response,
  error?: unknown,
): Promise<ApiFailure> {
  const name = error instanceof DOMException ? error.name : '';
  // The reader no longer wants the body, for example because another book opens.
  if (name === 'AbortError') throw error;
  return response
    ? parseFailure(response, api ?? '', error)
    : explainNoResponse(url, headers, api, name === 'TimeoutError');
}
import type { EmbedRequest } from './client.ts';

/** Maximum delay of a burst limit, in seconds, during which the reader waits without a message. */
const maxSilentWaitSeconds = 3;

/** Parameters that a request can omit. `deployment` is excluded because it may require consent. */
const optionalParameters = [
  'affiliate',
  'campaign',
  'sub',
  'currency',
  'locale',
  'chapter',
  'part',
] as const;
/** Maximum retry delay (one year). Longer delays are ignored. */
const maxRetryAfterSeconds = 31_536_000;

/**
 * Time between the retries of a page's readers in ms. The lowest rate limit of keys is ten requests
 * per second.
 */
const turnSpacingMs = 100;

let lastTurnMs = 0;

/** Status codes of web servers that are not the API. */
const foreignStatuses = new Set([404, 405]);
/**
 * Additional status codes that count as such if `api` is empty, because the script's server is then
 * likely not the API.
 */
const scriptServerStatuses = new Set([200, 403]);

/**
 * Returns the failure described by a response, using its RFC 9457 problem details if there are any.
 *
 * @param api - The reader's `api`, or null if the API is known to respond. A response that the API
 * did not send means that it is missing or wrong.
 * @param error - Why the body of a successful response could not be read.
 */
export async function parseFailure(
  response: Response,
  api: string | null = null,
  error: unknown = null,
): Promise<ApiFailure> {
  // Any error other than malformed JSON means that the connection was lost. In WebKit, the error is
  // a `DOMException`.
  const isMalformed = error instanceof Error && error.name === 'SyntaxError';
  if (error && !isMalformed) return explainNoResponse(response.url, {}, api ?? response.url, true);
  const problem: unknown = await response.json().catch(() => null);
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const { status, url } = response;
  const isForeign =
    api !== null &&
    stringField(problem, 'code') === null &&
    (foreignStatuses.has(status) || (api === '' && scriptServerStatuses.has(status)));
  if (isForeign) {
    const failure = new ApiFailure(
      'api_missing',
      `${url.replace(/\/v1\/.*$/s, '')} responds with status ${status}, but is not the API. Set the attribute api to the API’s URL.`,
      { status },
    );
    logFailure(failure, import.meta.url);
    return failure;
  }
  const code = stringField(problem, 'code') ?? 'unknown';
  const parameters = code === 'unknown_currency' ? ['currency'] : invalidParameters(problem);
  const isInvalidBook = code === 'invalid_request' && parameters.includes('book');
  const failure = new ApiFailure(
    // An invalid book id cannot belong to an existing book.
    isInvalidBook ? 'book_not_found' : code,
    stringField(problem, 'detail') ??
      stringField(problem, 'title') ??
      `The API responded with status ${status}.`,
    {
      status,
      requestId: stringField(problem, 'requestId') ?? response.headers.get('Request-Id'),
      retryAfterSeconds: retryAfter >= 0 && retryAfter < maxRetryAfterSeconds ? retryAfter : null,
      parameters,
    },
  );
  logFailure(failure, url);
  return failure;
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
 * Recovers from a failed request by waiting out a short burst limit, requesting a new token, or
 * dropping rejected optional parameters with a console warning. Rethrows the failure if no recovery
 * is possible.
 *
 * @returns The request to send next.
 */
export async function recoverRequest(
  failure: ApiFailure,
  client: { credential: string },
  request: EmbedRequest,
  tokenProvider?: () => Promise<string>,
): Promise<EmbedRequest> {
  const rejected = optionalParameters.filter((name) => failure.parameters.includes(name));
  if (rejected.length > 0 && rejected.length === failure.parameters.length) {
    console.warn(
      `<svc-reader> ignores rejected parameters (${rejected.join(', ')}): ${failure.message}`,
    );
    return { ...request, ...Object.fromEntries(rejected.map((name) => [name, undefined])) };
  }
  const isCredentialInvalid = failure.status === 401 || failure.code === 'access_expired';
  if (isCredentialInvalid && tokenProvider) {
    client.credential = await tokenProvider().catch(() => {
      throw failure;
    });
    return request;
  }
  const seconds = failure.code === 'burst' ? (failure.retryAfterSeconds ?? Infinity) : Infinity;
  if (seconds > maxSilentWaitSeconds) throw failure;
  await new Promise((resolve) => setTimeout(resolve, nextTurnDelayMs(seconds)));
  return request;
}

/**
 * Returns the delay in ms before a request that a rate limit rejected is retried. The readers of a
 * page take turns, so that they do not all retry at the same time.
 *
 * @param seconds - Minimum delay.
 */
export function nextTurnDelayMs(seconds: number): number {
  const nowMs = performance.now();
  lastTurnMs = Math.max(lastTurnMs + turnSpacingMs, nowMs + seconds * 1000);
  return lastTurnMs - nowMs;
}
