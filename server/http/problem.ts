import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Failure, type FailureCode, failureStatus } from '../failure.ts';
import { problemTitles } from './problem-titles.ts';

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
        'Of a book or a chapter that is refused, why: a stable word such as `zip_ratio`. `docs/import.md` lists them; ' +
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
export function problemOf(failure: Failure, requestId: string, publicUrl: string): Problem {
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
