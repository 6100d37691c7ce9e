import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { environmentOf } from '../values/environment.ts';
import { detailReasons, type Failure, type FailureCode, failureStatus } from '../failure.ts';

/** The `title` of each problem (RFC 9457, section 3.1.4). */
export const problemTitles = {
  invalid_request: 'The request is not valid',
  invalid_cursor: 'The cursor belongs to a different list',
  unknown_currency: 'No exchange rate for this currency',
  key_missing: 'API key required',
  key_invalid: 'Unknown API key',
  key_expired: 'The API key has expired',
  key_revoked: 'The API key was revoked',
  session_invalid: 'The reading session is not valid',
  session_expired: 'The reading session has expired',
  session_ended: 'The reading session was ended',
  book_private: 'The book is private',
  not_signed_in: 'Not signed in',
  sign_in_failed: 'The email address or password is incorrect',
  sign_in_expired: 'The sign-in took too long',
  code_incorrect: 'The code is incorrect',
  permission_denied: 'The API key lacks a permission',
  origin_not_allowed: 'The API key or session cannot be used from this origin',
  secret_key_in_browser: 'A secret key was used in a browser',
  not_licensed: 'The reading session does not include this part of the book',
  access_expired: 'Access to the book has expired',
  not_yours: 'Belongs to another account or to the shared catalog',
  account_suspended: 'The account is suspended',
  role_denied: 'Your role does not allow this',
  second_factor_required: 'The account requires a second factor',
  confirmation_required: 'Confirm your identity first',
  not_found: 'Not found',
  book_not_found: 'Book not found',
  book_not_readable: 'The book has no text to read',
  key_not_found: 'API key not found',
  account_not_found: 'Account not found',
  rates_not_found: 'No exchange rates for this date',
  webhook_not_found: 'Webhook not found',
  delivery_not_found: 'Delivery not found',
  chapter_not_found: 'Chapter not found',
  review_not_found: 'Review not found',
  sale_not_found: 'Sale not found',
  session_not_found: 'Reading session not found',
  affiliate_not_found: 'Affiliate not found',
  trace_not_found: 'Trace not found',
  deployment_not_found: 'Deployment not found',
  domain_not_found: 'Domain not found',
  link_not_found: 'The link is not valid',
  events_not_kept: 'Events this old have been deleted',
  method_not_allowed: 'Method not allowed',
  request_timeout: 'The request did not arrive in time',
  conflict: 'The request conflicts with the current state',
  nothing_to_pay: 'No approved commissions to pay',
  idempotency_key_in_use: 'A request with this idempotency key is still running',
  precondition_failed: 'The resource has changed since you read it',
  body_too_large: 'The body is too large',
  unsupported_media_type: 'Unsupported media type',
  epub_invalid: 'The file is not a valid EPUB',
  epub_encrypted: 'The EPUB is encrypted',
  epub_unsafe: 'The EPUB is not safe to open',
  idempotency_key_reused: 'The idempotency key was used for a different request',
  webhook_target_refused: 'Webhooks cannot be sent to this URL',
  refund_too_large: 'The refund exceeds the sale',
  contrast_too_low: 'Insufficient color contrast',
  burst: 'Too many requests in a short time',
  quota_daily: 'The daily quota is used up',
  quota_monthly: 'The monthly quota is used up',
  too_many_streams: 'Too many open event streams',
  too_many_requests: 'Too many requests',
  headers_too_large: 'The request headers are too large',
  overloaded: 'The server is overloaded',
  format_not_supported: 'The format is not supported',
} satisfies Record<FailureCode, string>;

/** Body of every error response (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe('URL of a description of the code; `about:blank` for status 500.'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().optional().describe('Explanation of the error in this request.'),
    code: z
      .enum([...codes(), 'internal_error'])
      .describe('Identifies the error. Use it to distinguish errors in code.'),
    reason: z
      .string()
      .optional()
      .describe(
        'Why a book or a chapter was rejected, as a stable identifier such as `zip_ratio`. ' +
          '`docs/reference/import-errors.md` lists all identifiers. New ones may be added.',
      ),
    environment: z
      .literal('test')
      .optional()
      .describe('Present if the request’s key belongs to the test environment.'),
    requestId: z.string().describe('The response’s `Request-Id`. Include it in support requests.'),
    errors: z
      .array(
        z.object({
          parameter: z.string().optional().describe('Invalid query or path parameter.'),
          pointer: z
            .string()
            .optional()
            .describe('JSON Pointer (RFC 6901) to the invalid value in the body.'),
          detail: z.string(),
          reason: z
            .enum(detailReasons)
            .optional()
            .describe('Identifies the violated rule. New ones may be added.'),
          values: z
            .record(z.string(), z.number())
            .optional()
            .describe('Parameters of the rule, such as `max` of `too_long`.'),
        }),
      )
      .optional(),
  })
  .meta({
    id: 'Problem',
    example: {
      type: 'https://api.example.com/problems/invalid_request',
      title: 'The request is not valid',
      status: 400,
      detail: 'limit: Must be a whole number from 1 to 100, got "500".',
      code: 'invalid_request',
      requestId: 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      errors: [{ parameter: 'limit', detail: 'Must be a whole number from 1 to 100, got "500".' }],
    },
  });
export type Problem = z.infer<typeof Problem>;

/** @param publicUrl - Origin at which clients reach this server, without a trailing slash. */
export function toProblem(failure: Failure, requestId: string, publicUrl: string): Problem {
  return {
    type: `${publicUrl}/problems/${failure.code}`,
    title: problemTitles[failure.code],
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    ...(failure.reason === null ? {} : { reason: failure.reason }),
    requestId,
    ...(failure.errors.length > 0 ? { errors: failure.errors } : {}),
  };
}

/**
 * Problem response for an unexpected error. The log contains the details under the same request id.
 */
export function internalProblem(requestId: string): Problem {
  return {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal_error',
    requestId,
  };
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  // Remove headers that the handler set for a successful response.
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Disposition']) {
    reply.removeHeader(name);
  }
  const { caller } = reply.request;
  const isTest = caller && environmentOf(caller.accountId) === 'test';
  return reply
    .status(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(isTest ? { ...problem, environment: 'test' } : problem));
}

function codes(): [FailureCode, ...FailureCode[]] {
  return Object.keys(failureStatus) as [FailureCode, ...FailureCode[]];
}
