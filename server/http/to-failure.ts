import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isConnectionUnavailable } from '../db/database-errors.ts';
import { Failure, type FailureCode, type FailureDetail } from '../failure.ts';

/** Returns the failure for a thrown error, or null for an internal error. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return null;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const context = 'validationContext' in error ? String(error.validationContext) : '';
    const details = error.validation.flatMap((issue) => toDetails(issue, context));
    return new Failure('invalid_request', summarize(details), { errors: details, cause: error });
  }
  if (isConnectionUnavailable(error)) return toOverloaded(error);
  const code = toFailureCode(error);
  return code ? new Failure(code, error.message, { cause: error }) : null;
}

function toOverloaded(cause: Error): Failure {
  return new Failure(
    'overloaded',
    'All database connections are in use. Retry after the number of seconds in `Retry-After`.',
    {
      headers: { 'Retry-After': '2' },
      cause,
    },
  );
}

/** Converts errors that Fastify and its plugins throw for invalid requests. */
function toFailureCode(error: Error): FailureCode | null {
  if (!('code' in error) || !String(error.code).startsWith('FST_')) return null;
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return 'body_too_large';
  if (status === 406 || status === 415) return 'unsupported_media_type';
  return status >= 400 && status < 500 ? 'invalid_request' : null;
}

interface Issue {
  instancePath: string;
  keyword: string;
  message?: string;
  params: Record<string, unknown>;
}

/** Converts a zod issue to a location in the request and a detail. */
function toDetails({ instancePath, keyword, message, params }: Issue, context: string) {
  const path = instancePath.split('/').slice(1).filter(Boolean);
  const detail = message ?? 'Invalid value.';
  if (context === 'body') {
    const pointer = path.map(pointerStep).join('');
    const inner = keyword === 'invalid_union' ? findDeepestIssue(params) : null;
    if (inner) return [{ ...inner, pointer: pointer + inner.pointer }];
    return keyword === 'unrecognized_keys'
      ? unknownKeys(params).map((key): FailureDetail => ({
          pointer: pointer + pointerStep(key),
          detail: 'Unknown member.',
        }))
      : [{ pointer, detail }];
  }
  return keyword === 'unrecognized_keys'
    ? unknownKeys(params).map((parameter): FailureDetail => ({
        parameter,
        detail: 'Unknown parameter.',
      }))
    : [{ parameter: path[0] === '*' ? 'path' : (path[0] ?? context), detail }];
}

/**
 * Returns the issue of the best-matching union member, which is the one with the longest path, or
 * null if none matches.
 */
function findDeepestIssue({ errors }: Record<string, unknown>) {
  const { data: branches = [] } = UnionIssues.safeParse(errors);
  const firsts = branches.flatMap(([first]) => first ?? []);
  const [deepest] = firsts.toSorted((one, other) => other.path.length - one.path.length);
  if (!deepest || deepest.path.length === 0) return null;
  const pointer = deepest.path.map((step) => pointerStep(String(step))).join('');
  return { pointer, detail: deepest.message };
}

const UnionIssues = z.array(
  z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
);

/** RFC 6901, section 3. */
function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function unknownKeys({ keys }: Record<string, unknown>): string[] {
  return Array.isArray(keys) ? keys.map(String) : [];
}

function summarize(details: FailureDetail[]): string {
  return details
    .map(({ parameter, pointer, detail }) => {
      if (parameter) return `${parameter}: ${detail}`;
      return pointer ? `${pointer}: ${detail}` : `Body: ${detail}`;
    })
    .join(' ');
}
