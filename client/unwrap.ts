import type { components } from './api.ts';

type Problem = components['schemas']['Problem'];

/** An error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the problem, such as `book_not_found`. `unknown` if the response is not a problem. */
  readonly code: Problem['code'] | 'unknown';
  /** The problem, or null if the response is not a problem. */
  readonly problem: Problem | null;
  /** Seconds to wait before a retry, or null if the response has no `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem?.detail ?? problem?.title ?? `The server responded with ${response.status}.`);
    this.status = response.status;
    this.code = problem?.code ?? 'unknown';
    this.problem = problem;
    const seconds = response.headers.get('Retry-After');
    this.retryAfterSeconds = seconds === null ? null : Number(seconds);
  }
}

/**
 * Returns the body of a successful response, such as `{ data, meta }`.
 *
 *     const { data: books } = await unwrap(api.GET('/v1/books'));
 *
 * @throws {ApiError} The response is an error.
 * @throws {TypeError} The server is unreachable.
 */
export async function unwrap<Body>(
  request: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Exclude<Body, undefined>> {
  const { data, error, response } = await request;
  if (!response.ok) throw new ApiError(response, error);
  return bodyOf(data);
}

/** Cast, because a successful response has the body that the document describes. */
function bodyOf<Body>(data: Body | undefined): Exclude<Body, undefined> {
  return data as Exclude<Body, undefined>;
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body;
}
