import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Answers are made once and thrown away: past these levels time is worth more than bytes. */
const brotliQuality = 4;
const gzipLevel = 5;
/** A window of 64 kB: most answers are smaller, and an encoder's memory grows with it. */
const brotliWindow = 16;
/** Below this a packet is saved by nothing. */
const smallestBytes = 1024;

/** Compresses answers, by what the client takes. What is stored compressed says so and is left alone. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: smallestBytes,
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
