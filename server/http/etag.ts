import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Gives every whole answer to a read its `ETag`, and answers 304 when the client has that one
 * (RFC 9110, section 13.1.2). The tag is weak, because compression changes the bytes.
 */
export async function etag(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || reply.statusCode !== 200) return payload;
  // Kept by the client alone, and good only after asking whether it still is.
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-cache');
  if (!reply.hasHeader('ETag')) {
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload;
    const digest = createHash('sha256').update(payload).digest('base64url');
    reply.header('ETag', `W/"${digest.slice(0, 27)}"`);
  }
  const wanted = request.headers['if-none-match'];
  if (!wanted || !matches(wanted, String(reply.getHeader('ETag')))) return payload;
  reply.status(304);
  for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) {
    reply.removeHeader(name);
  }
  return null;
}

function matches(wanted: string, tag: string): boolean {
  if (wanted.trim() === '*') return true;
  return (wanted.match(/(?:W\/)?"[^"]*"/g) ?? []).some((one) => opaque(one) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
