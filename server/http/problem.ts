import type { FastifyReply, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { type Failure, type FailureCode, failureStatus } from '../failure.ts';

/** What each code means, in a line: the `title` of its problem (RFC 9457, section 3.1.4). */
export const problemTitles = {
  invalid_request: 'The request is not valid',
  invalid_cursor: 'The cursor is not of this list',
  unknown_currency: 'There is no rate for the currency',
  key_missing: 'An API key is needed',
  key_invalid: 'The API key is not known',
  key_expired: 'The API key has expired',
  key_revoked: 'The API key was revoked',
  session_invalid: 'The reading session is not valid',
  session_expired: 'The reading session has expired',
  session_ended: 'The reading session was ended',
  book_private: 'The book is not public',
  permission_denied: 'The API key lacks the permission',
  origin_not_allowed: 'The API key may not be used from this origin',
  secret_key_in_browser: 'A secret key was used in a browser',
  not_licensed: 'This part of the book is not licensed to the session',
  access_expired: 'What the session may read has come to its end',
  not_yours: 'It belongs to another account, or to the shared catalogue',
  not_found: 'There is nothing at this address',
  book_not_found: 'There is no such book',
  book_not_readable: 'Only the record of this book is here, not its text',
  key_not_found: 'There is no such key',
  account_not_found: 'There is no such account',
  rates_not_found: 'There are no rates of that day',
  webhook_not_found: 'There is no such webhook',
  delivery_not_found: 'There is no such delivery',
  chapter_not_found: 'There is no such chapter',
  review_not_found: 'There is no such review',
  sale_not_found: 'There is no such sale',
  session_not_found: 'There is no such reading session',
  affiliate_not_found: 'There is no such affiliate',
  trace_not_found: 'Nothing is known under this trace',
  deployment_not_found: 'There is no such deployment',
  domain_not_found: 'The deployment has no such domain',
  events_not_kept: 'Events that old are no longer kept',
  method_not_allowed: 'The address does not take this method',
  conflict: 'The request conflicts with what is there',
  nothing_to_pay: 'Nothing is approved that could be paid',
  idempotency_key_in_use: 'A request with this idempotency key is still running',
  precondition_failed: 'It has changed since you read it',
  body_too_large: 'The body is too large',
  unsupported_media_type: 'The body is of a type that is not taken here',
  epub_invalid: 'The file is not a valid EPUB',
  epub_encrypted: 'The EPUB is encrypted',
  epub_unsafe: 'The EPUB is not safe to open',
  idempotency_key_reused: 'The idempotency key was used for another request',
  webhook_target_refused: 'Webhooks are not sent to this address',
  refund_too_large: 'More would be given back than was sold',
  contrast_too_low: 'Text in these colours could not be read',
  burst: 'Too many requests in a short time',
  quota_daily: 'The daily quota is used up',
  quota_monthly: 'The monthly quota is used up',
  too_many_streams: 'Too many streams of changes are open',
  too_many_requests: 'Too many requests without a key',
  overloaded: 'The server has more to do than it can at the moment',
  format_not_supported: 'It cannot be had in this format',
} satisfies Record<FailureCode, string>;

/** What the `type` of a problem leads to. */
export const problemRoutes: FastifyPluginAsync = async (app) => {
  for (const [code, title] of Object.entries(problemTitles)) {
    const status = Object.entries(failureStatus).find(([one]) => one === code)?.[1];
    app.get(
      `/problems/${code}`,
      { schema: { hide: true }, config: { access: 'open' } },
      async () => ({ code, title, status }),
    );
  }
};
/** Every answer that is not a success (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe('Address of a description of the code; `about:blank` for a 500.'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().optional().describe('What is wrong with this very request.'),
    code: z.enum([...codes(), 'internal_error']).describe('What to tell cases apart by.'),
    reason: z
      .string()
      .optional()
      .describe(
        'Of a book or a chapter that is refused, why: a stable word such as `zip_ratio`. `docs/reference/import-errors.md` lists them; ' +
          'new ones may come.',
      ),
    requestId: z
      .string()
      .describe('The `Request-Id` of the response: name it when you ask for help.'),
    errors: z
      .array(
        z.object({
          parameter: z.string().optional().describe('Query or path parameter at fault.'),
          pointer: z.string().optional().describe('JSON Pointer (RFC 6901) into the body.'),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

/** @param publicUrl - Origin that clients reach this server at, without a trailing slash. */
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

/** A fault of ours: the log has the rest, under the same id. */
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
  // What a handler meant for its success is not true of its failure.
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Disposition']) {
    reply.removeHeader(name);
  }
  return reply
    .status(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

function codes(): [FailureCode, ...FailureCode[]] {
  return Object.keys(failureStatus) as [FailureCode, ...FailureCode[]];
}
