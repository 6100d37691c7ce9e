import type { ReaderFailure } from '../reader/state.ts';

/** A request that did not succeed: refused by the API, or never answered (`offline`). */
export class ApiFailure extends Error {
  /** From the API's closed list; `offline` without an answer, `unknown` without a code in it. */
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly requestId: string | null;
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    message: string,
    answer: { status?: number; requestId?: string | null; retryAfterSeconds?: number | null } = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.code = code;
    this.status = answer.status ?? 0;
    this.requestId = answer.requestId ?? null;
    this.retryAfterSeconds = answer.retryAfterSeconds ?? null;
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
