import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressBrotli } from '../values/brotli.ts';

/** Smaller texts fit into one packet even uncompressed. */
export const minCompressedBytes = 1024;

const gzipLevel = 6;

const compressors = {
  br: compressBrotli,
  gzip: (bytes: Uint8Array): Promise<Buffer> => promisify(gzip)(bytes, { level: gzipLevel }),
};
type Encoding = keyof typeof compressors;

/** Also accepts `x-gzip`, which is another name of `gzip`. */
const accepts: Record<Encoding, RegExp> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

/** A text that is sent many times. Each of its compressed copies is made once. */
export class CompressedCopies {
  readonly text: string;
  readonly #copies: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Returns the payload for the client, and sets `Content-Encoding` if it is compressed. The
   * response needs `Accept-Encoding` in its `Vary`.
   */
  payloadFor(request: FastifyRequest, reply: FastifyReply): string | Promise<Buffer> {
    const encoding = this.text.length < minCompressedBytes ? null : acceptedEncoding(request);
    if (!encoding) return this.text;
    reply.header('Content-Encoding', encoding);
    return (this.#copies[encoding] ??= compressors[encoding](Buffer.from(this.text)));
  }
}

function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (accepts.br.test(accepted)) return 'br';
  return accepts.gzip.test(accepted) ? 'gzip' : null;
}
