import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { minCompressedBytes } from './compressed-copies.ts';
import type { Draining } from './draining.ts';
import { environmentHeader } from './environment-hooks.ts';

/** Responses are compressed once and not cached, so higher levels cost more time than they save. */
const brotliQuality = 4;

const gzipLevel = 5;

/** 64 kB. Most responses are smaller, and the encoder's memory grows with the window. */
const brotliWindow = 16;

/**
 * Larger responses are compressed on other threads. Handing over a smaller one takes longer than
 * compressing it.
 */
const maxInlineBytes = 64 * 1024;

const exposedHeaders = [
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
  environmentHeader,
].join(', ');

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, Accept-Language, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Reader-Referral',
  // The longest time that any browser accepts (Firefox). Chromium caps it at two hours.
  'Access-Control-Max-Age': '86400',
};

/** `Request-Id` on every response. */
export function addRequestId(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('Request-Id', request.id);
}

/**
 * Allows pages from any origin to read every response, including errors, without cookies. Each key
 * restricts the origins that may use it.
 */
export function addCorsHeaders(request: FastifyRequest, reply: FastifyReply): void {
  // Only the console's own pages may use its routes.
  if (request.url.startsWith('/console')) return;
  reply.headers(corsHeaders);
  // Runs before all other hooks because a preflight has no key and does not count toward a quota.
  if (request.method === 'OPTIONS') reply.headers(preflightHeaders).status(204).send();
}

/** Sets the headers of every response. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
};

/**
 * Compresses responses with a method that the client accepts. Skips those with a
 * `Content-Encoding`.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: minCompressedBytes,
    syncThreshold: maxInlineBytes,
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_LGWIN]: brotliWindow,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    },
    zlibOptions: { level: gzipLevel },
    globalDecompression: false,
  });
}

/** Closes each connection after its response once the server is draining or shutting down. */
export function closeConnections(app: FastifyInstance, draining: Draining) {
  app.addHook('preClose', async () => draining.start());
  return (_request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
    if (draining.isDraining) reply.header('Connection', 'close');
    return payload;
  };
}
