import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { type FailureCode, failureStatus } from '../failure.ts';
import { Problem } from '../http/problem.ts';
import { isIdParameter, notFoundCodeOf } from '../http/to-failure.ts';

/** A route's problem responses by status, each with its possible codes. */
export function problemResponses(route: RouteOptions): Record<string, unknown> {
  const byStatus = Map.groupBy(collectFailureCodes(route), (code) => failureStatus[code]);
  const problems = [...byStatus].map(([status, codes]) => [status, problemResponse(status, codes)]);
  return {
    ...Object.fromEntries(problems),
    500: problemResponse(500, ['internal_error']),
    503: problemResponse(503, ['overloaded']),
  };
}

const descriptions: Record<number, string> = {
  400: 'A parameter or the body is invalid.',
  401: 'The API key or session token is missing or invalid.',
  403: 'The API key or session lacks the permission or cannot be used from this origin.',
  404: 'Not found.',
  409: 'Conflicts with the current state.',
  412: 'Changed since it was read.',
  413: 'The body is too large.',
  415: 'The body’s media type is not supported.',
  422: 'The request is well-formed, but cannot be processed.',
  429: 'The quota or the rate limit is exceeded.',
  500: 'Internal error. Try again later.',
  503: 'The server is overloaded. The request is not counted. Retry after the number of seconds in `Retry-After`.',
};

type Code = FailureCode | 'internal_error';

function problemResponse(status: number, codes: Code[]) {
  const Narrowed = z.intersection(
    Problem,
    z.looseObject({ status: z.literal(status), code: z.enum([...new Set(codes)]) }),
  );
  return {
    description: descriptions[status] ?? 'Error.',
    content: { 'application/problem+json': { schema: Narrowed } },
  };
}

const keyCodes: FailureCode[] = [
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'account_suspended',
  'origin_not_allowed',
  'secret_key_in_browser',
  'burst',
  'too_many_requests',
];

const sessionCodes: FailureCode[] = ['session_invalid', 'session_expired', 'origin_not_allowed'];

const idempotencyCodes: FailureCode[] = ['idempotency_key_in_use', 'idempotency_key_reused'];

function collectFailureCodes({ method, url, config, schema }: RouteOptions): FailureCode[] {
  const { access = 'key', permission, counted = true, fails } = config ?? {};
  const takesKey = access === 'key' || access === 'key-or-session';
  const takesBody = method !== 'GET';
  const hasCursor = 'cursor' in propertiesOf(schema?.querystring);
  return [
    'invalid_request',
    ...(hasCursor ? (['invalid_cursor'] as const) : []),
    ...(takesKey ? keyCodes : []),
    ...(takesKey && permission ? (['permission_denied'] as const) : []),
    ...(takesKey && counted ? (['quota_daily', 'quota_monthly'] as const) : []),
    ...(access === 'session' || access === 'key-or-session' ? sessionCodes : []),
    ...(takesKey && method === 'POST' ? idempotencyCodes : []),
    ...(takesBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(fails ?? (url.includes(':') ? notFoundCodes : [])),
    ...idParameters(url).map(notFoundCodeOf),
  ];
}

/** A malformed id in the path is reported like an unknown one. */
function idParameters(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter(isIdParameter);
}

/** Default codes for routes with an id in the path that declare none. */
const notFoundCodes = Object.entries(failureStatus)
  .filter(([, status]) => status === 404)
  .map(([code]) => code as FailureCode);

function propertiesOf(schema: unknown): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}
