import type { FastifyReply, FastifyRequest } from 'fastify';
import { environmentOf } from '../values/environment.ts';

/**
 * Header and value that mark every response to a test key. Responses to live keys do not have it.
 */
export const environmentHeader = 'Svc-Environment';

/** Adds `environment` to the `meta` of every JSON response to a test key. */
export function markTestData(
  { caller }: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
): unknown {
  if (!caller || environmentOf(caller.accountId) === 'live' || !isEnvelope(payload)) return payload;
  return { ...payload, meta: { ...payload.meta, environment: 'test' } };
}

/** Adds `Svc-Environment` to every response to a test key, including pages and errors. */
export function addEnvironmentHeader(
  { caller }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): unknown {
  if (caller && environmentOf(caller.accountId) === 'test') reply.header(environmentHeader, 'test');
  return payload;
}

/** Whether a payload has the form `{data, meta?}`. Feeds and manifests have their own formats. */
function isEnvelope(payload: unknown): payload is { data: unknown; meta?: object } {
  return typeof payload === 'object' && payload !== null && 'data' in payload;
}
