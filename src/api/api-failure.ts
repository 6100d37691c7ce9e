/**
 * The failure as the reader's state and `svc-error` report it. `code` is from the API's closed list, or
 * `offline`, `reader_updated` or `unknown`.
 */
export interface ReaderFailure {
  code: string;
  /** HTTP status; 0 without a response. */
  status: number;
  requestId: string | null;
  retryAfterSeconds: number | null;
  /** When it happened, in milliseconds since 1970. */
  atMs: number;
}

/** A request that did not succeed: refused by the API, or never answered (`offline`). */
export class ApiFailure extends Error {
  /** From the API's closed list; `offline` without an answer, `unknown` without a code in it. */
  declare readonly code: string;
  /** HTTP status; 0 without an answer. */
  declare readonly status: number;
  declare readonly requestId: string | null;
  /** Whole seconds after which the same request may succeed. */
  declare readonly retryAfterSeconds: number | null;
  /** Names of the parameters that were refused. */
  declare readonly parameters: readonly string[];

  constructor(
    code: string,
    message: string,
    answer: Partial<
      Pick<ApiFailure, 'status' | 'requestId' | 'retryAfterSeconds' | 'parameters'>
    > = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
    Object.assign(this, { status: 0, requestId: null, retryAfterSeconds: null, parameters: [] });
    Object.assign(this, { ...answer, code });
  }
}

/**
 * What the reader's state keeps of whatever was thrown. What is not the API's answer is a bug, and
 * reported as one.
 */
export function describeFailure(error: unknown, atMs: number): ReaderFailure {
  if (!(error instanceof ApiFailure)) reportError(error);
  const { code, status, requestId, retryAfterSeconds } =
    error instanceof ApiFailure ? error : new ApiFailure('unknown', String(error));
  return { code, status, requestId, retryAfterSeconds, atMs };
}
