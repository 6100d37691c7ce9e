import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { type FailureCode, failureStatus } from '../failure.ts';
import { Problem } from '../http/problem.ts';

/** The problems that a route can answer with, by status, each with the codes that it may have. */
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
  400: 'A parameter is not valid, or not known.',
  401: 'The key or session token is missing or not valid.',
  403: 'The key or session may not do this, or not from this origin.',
  404: 'There is no such thing.',
  409: 'It conflicts with what is there.',
  412: 'It is no longer as the request supposes.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not taken here.',
  422: 'Well-formed, but without a meaning.',
  429: 'The quota, or the limit per second, is used up.',
  500: 'A fault of ours; try again later.',
  503: 'More than the server can do at the moment; not counted. `Retry-After` says when to try again.',
};

type Code = FailureCode | 'internal_error';

function problemResponse(status: number, codes: Code[]) {
  const Narrowed = z.intersection(
    Problem,
    z.looseObject({ status: z.literal(status), code: z.enum([...new Set(codes)]) }),
  );
  return {
    description: descriptions[status] ?? 'Refused.',
    content: { 'application/problem+json': { schema: Narrowed } },
  };
}

const keyCodes: FailureCode[] = [
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_revoked',
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
  ];
}

/** What a route below an id can lack, unless it says so more closely. */
const notFoundCodes = Object.entries(failureStatus)
  .filter(([, status]) => status === 404)
  .map(([code]) => code as FailureCode);

function propertiesOf(schema: unknown): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}
