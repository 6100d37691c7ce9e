import type { FastifyReply, FastifyRequest } from 'fastify';

const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Request-Id',
  'Link',
  'ETag',
  'Location',
  'Idempotent-Replayed',
].join(', ');

const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, Accept-Language, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID',
  // The longest that any browser keeps it (Firefox; Chromium stops at two hours).
  'Access-Control-Max-Age': '86400',
};

/**
 * Lets pages of every origin read every answer, refusals and faults included, but never send
 * cookies. Which origin may use a key is the key's own affair.
 */
export async function cors(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(corsHeaders);
  // Before anything else: a preflight carries no key and must cost nothing.
  if (request.method === 'OPTIONS') return await reply.headers(preflight).status(204).send();
}

/** On every answer. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
};
