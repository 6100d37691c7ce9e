import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';

/** Answers are made once and thrown away: past these levels time is worth more than bytes. */
const brotliQuality = 4;

const gzipLevel = 5;

/** A window of 64 kB: most answers are smaller, and an encoder's memory grows with it. */
const brotliWindow = 16;

/** Below this a packet is saved by nothing. */
const minCompressedBytes = 1024;
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
].join(', ');

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, Accept-Language, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID',
  // The longest that any browser keeps it (Firefox; Chromium stops at two hours).
  'Access-Control-Max-Age': '86400',
};

/** `Request-Id` on every response. */
export async function addRequestId(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('Request-Id', request.id);
}

/**
 * Lets pages of every origin read every answer, refusals and faults included, but never send
 * cookies. Which origin may use a key is the key's own affair.
 */
export async function addCorsHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(corsHeaders);
  // Before anything else: a preflight carries no key and must cost nothing.
  if (request.method === 'OPTIONS') return await reply.headers(preflightHeaders).status(204).send();
}

/** On every answer. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
};

/** Compresses answers, by what the client takes. What is stored compressed says so and is left alone. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: minCompressedBytes,
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

/** Once the server ends, every answer is its connection's last: clients must not hold it open. */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding) reply.header('Connection', 'close');
  });
}
