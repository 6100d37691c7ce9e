import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Gives every whole answer to a read its `ETag`, and answers 304 when the client has that one
 * (RFC 9110, section 13.1.2). The tag is weak, because compression changes the bytes.
 */
export async function addEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
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

/**
 * The `ETag` of one thing: its revision, by which a write is compared, and a digest of the answer,
 * which differs from view to view. Weak, because compression changes the bytes.
 */
export function revisionEtag(revision: number, answer: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('base64url');
  return `W/"${revision.toString(36)}.${digest.slice(0, 20)}"`;
}

/**
 * Refuses a write of what has changed since it was read (RFC 9110, section 13.1.1). The tag of any view
 * of the thing will do; without the header everything is as it should be.
 *
 * @param wanted - The header `If-Match`.
 * @throws Failure `precondition_failed`.
 */
export function checkIfMatch(wanted: string | undefined, revision: number): void {
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.match(/(?:W\/)?"[^"]*"/g) ?? [];
  const current = revision.toString(36);
  if (tags.some((tag) => tag.replace(/^W\//, '').slice(1).split('.')[0] === current)) return;
  throw new Failure(
    'precondition_failed',
    'It has changed since you read it: read it again, and send the change with its new `ETag`.',
  );
}
