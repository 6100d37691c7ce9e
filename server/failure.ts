/** Every error code with its HTTP status. Add new codes here first. */
export const failureStatus = {
  invalid_request: 400,
  invalid_cursor: 400,
  unknown_currency: 400,
  key_missing: 401,
  key_invalid: 401,
  key_expired: 401,
  key_revoked: 401,
  session_invalid: 401,
  session_expired: 401,
  session_ended: 401,
  book_private: 401,
  account_suspended: 401,
  not_signed_in: 401,
  sign_in_failed: 401,
  sign_in_expired: 401,
  code_incorrect: 401,
  permission_denied: 403,
  origin_not_allowed: 403,
  secret_key_in_browser: 403,
  not_licensed: 403,
  access_expired: 403,
  not_yours: 403,
  role_denied: 403,
  second_factor_required: 403,
  confirmation_required: 403,
  not_found: 404,
  book_not_found: 404,
  book_not_readable: 404,
  key_not_found: 404,
  account_not_found: 404,
  rates_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  chapter_not_found: 404,
  review_not_found: 404,
  sale_not_found: 404,
  session_not_found: 404,
  affiliate_not_found: 404,
  trace_not_found: 404,
  deployment_not_found: 404,
  domain_not_found: 404,
  link_not_found: 404,
  events_not_kept: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  nothing_to_pay: 409,
  idempotency_key_in_use: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  epub_invalid: 422,
  epub_encrypted: 422,
  epub_unsafe: 422,
  idempotency_key_reused: 422,
  webhook_target_refused: 422,
  refund_too_large: 422,
  contrast_too_low: 422,
  burst: 429,
  quota_daily: 429,
  quota_monthly: 429,
  too_many_requests: 429,
  headers_too_large: 431,
  format_not_supported: 501,
  overloaded: 503,
  too_many_streams: 429,
} as const;

export type FailureCode = keyof typeof failureStatus;

/**
 * An invalid input. `parameter` names a query or path parameter, and `pointer` identifies a value
 * in the body.
 */
export interface FailureDetail {
  parameter?: string;
  pointer?: string;
  detail: string;
  /** Identifies the violated rule, so that applications can translate the message. */
  reason?: DetailReason;
  /** Parameters of the rule, such as `{ max: 100 }`. */
  values?: Record<string, number>;
}

/** Rules for values of a request. As stable as the codes. */
export const detailReasons = [
  'required',
  'too_short',
  'too_long',
  'too_many',
  'out_of_range',
  'not_a_number',
  'not_allowed',
  'email',
  'url',
  'https',
  'placeholder',
  'date',
  'format',
  'invisible',
  'language_tag',
  'isbn',
  'currency',
  'origin',
  'host',
  'taken',
  'easy_to_guess',
  'wrong_password',
  'in_past',
  'not_found',
  'unreachable',
  'file',
  'member',
] as const;
export type DetailReason = (typeof detailReasons)[number];

/**
 * An error that the caller can act on. The message states what happened, the affected value, and
 * what to do. Any other thrown error is a bug and becomes a 500 response without details.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly errors: FailureDetail[];
  /** Identifies the cause for codes with several causes. As stable as the codes. */
  readonly reason: string | null;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Record<string, string>;

  constructor(
    code: FailureCode,
    message: string,
    more: {
      errors?: FailureDetail[];
      headers?: Record<string, string>;
      reason?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'Failure';
    this.code = code;
    this.errors = more.errors ?? [];
    this.reason = more.reason ?? null;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return failureStatus[this.code];
  }
}
