import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { toDetails } from '../http/invalid-request.ts';
import { describeIssue } from '../http/issue-messages.ts';

/**
 * Validates the body of a request that a command line describes. The messages are those of the API.
 *
 * @throws Failure `invalid_request` with one line for each problem, which begins with the pointer
 * of the value.
 */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const { success, data, error } = schema.safeParse(input, { error: describeIssue });
  if (success) return data;
  const errors = error.issues.flatMap((issue) =>
    toDetails(
      {
        instancePath: issue.path.map((step) => `/${String(step)}`).join(''),
        keyword: issue.code,
        message: issue.message,
        params: { ...issue },
      },
      { context: 'body', schema, value: input },
    ),
  );
  const lines = errors.map(({ pointer = '', detail }) => `${pointer}: ${detail}`);
  throw new Failure('invalid_request', lines.join('\n'), { errors });
}
