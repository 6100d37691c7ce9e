import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Adds an `ETag` to every complete response to a read, and responds with 304 if the client already
 * has that response (RFC 9110, section 13.1.2). The tag is weak because compression changes the
 * bytes.
 */
export function addEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || reply.statusCode !== 200) return payload;
  // Only the client may store the response and must revalidate it before use.
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-cache');
  if (!reply.hasHeader('ETag')) {
    if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload;
    reply.header('ETag', contentEtag(payload));
  }
  const wanted = request.headers['if-none-match'];
  if (!wanted || !matches(wanted, String(reply.getHeader('ETag')))) return payload;
  reply.status(304);
  for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) {
    reply.removeHeader(name);
  }
  return null;
}

/** The `ETag` of a complete response. */
export function contentEtag(payload: string | Uint8Array): string {
  return `W/"${hash('sha256', payload, 'base64url').slice(0, 27)}"`;
}

function matches(wanted: string, tag: string): boolean {
  if (wanted.trim() === '*') return true;
  return (wanted.match(/(?:W\/)?"[^"]*"/g) ?? []).some((one) => opaque(one) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/**
 * Returns a resource's `ETag`. It consists of the revision, for comparison on writes, and a digest
 * of the response, which differs between views. The tag is weak because compression changes the
 * bytes.
 */
export function revisionEtag(revision: number, answer: unknown): string {
  const digest = hash('sha256', JSON.stringify(answer), 'base64url');
  return `W/"${revision.toString(36)}.${digest.slice(0, 20)}"`;
}

/**
 * Rejects a write to a resource that has changed since it was read (RFC 9110, section 13.1.1).
 * Accepts the tag of any view of the resource and requests without the header.
 *
 * @param wanted - The `If-Match` header.
 * @throws Failure `precondition_failed`.
 */
export function checkIfMatch(wanted: string | undefined, revision: number): void {
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.match(/(?:W\/)?"[^"]*"/g) ?? [];
  const current = revision.toString(36);
  if (tags.some((tag) => tag.replace(/^W\//, '').slice(1).split('.')[0] === current)) return;
  throw new Failure(
    'precondition_failed',
    'The resource has changed since you read it. Read it again and send the new `ETag` in `If-Match`.',
  );
}
