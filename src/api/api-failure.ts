/**
 * A failure as reported by the reader's state and `svc-error`. `code` is from the API's closed
 * list, or one of the element's own codes.
 */
export interface ReaderFailure {
  code: string;
  /** HTTP status, or 0 without a response. */
  status: number;
  requestId: string | null;
  retryAfterSeconds: number | null;
  /** Time of the failure in milliseconds since 1970. */
  atMs: number;
}

/** A failed request that the API rejected or that got no response (`offline`). */
export class ApiFailure extends Error {
  /**
   * An API error code, or a code of the element: `offline`, `api_unreachable` and `request_blocked`
   * without a response, `api_missing` if another server responded, `book_missing`,
   * `reader_updated`, or `unknown`.
   */
  declare readonly code: string;
  /** HTTP status, or 0 without a response. */
  declare readonly status: number;
  declare readonly requestId: string | null;
  /** Whole seconds after which the same request may succeed. */
  declare readonly retryAfterSeconds: number | null;
  /** Names of the rejected parameters. */
  declare readonly parameters: readonly string[];

  constructor(
    code: string,
    message: string,
    details: Partial<
      Pick<ApiFailure, 'status' | 'requestId' | 'retryAfterSeconds' | 'parameters'>
    > = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
    const defaults = { status: 0, requestId: null, retryAfterSeconds: null, parameters: [] };
    Object.assign(this, defaults, details, { code });
  }
}

/**
 * Converts a thrown value to the failure in the reader's state. Values other than `ApiFailure` are
 * bugs and are reported with `reportError`.
 */
export function describeFailure(error: unknown, atMs: number): ReaderFailure {
  if (!(error instanceof ApiFailure)) reportError(error);
  const { code, status, requestId, retryAfterSeconds } =
    error instanceof ApiFailure ? error : new ApiFailure('unknown', String(error));
  return { code, status, requestId, retryAfterSeconds, atMs };
}
