import type { FastifyReply, FastifyRequest } from 'fastify';
import { rebaseUrls } from './rebase-urls.ts';
import { recordImpression, type BookPageRequest } from './send-book.ts';
import type { PageServices } from './services.ts';

/**
 * Sends the parts of an embed that a page without a session lacks: its session, trace, price and affiliate. The
 * page's script requests them with a POST to the page's own URL, so crawlers without scripts open no sessions.
 */
export async function openPageVisit(
  { openEmbed, countEmbed, consume, publicUrl }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, book, deployment, visit, origin }: BookPageRequest,
): Promise<FastifyReply> {
  if (caller.kind === 'publishable') countEmbed(caller.keyId, request.ip);
  const opened = await openEmbed(caller, {
    ...visit,
    book,
    deployment,
    origin,
    isServedPage: true,
  });
  if (!opened.isPublic) {
    request.receipt = await consume(caller);
    reply.headers(request.receipt.headers);
  }
  recordImpression(request, reply, opened);
  const { session, traceId, purchase, affiliate } = rebaseUrls(opened.embed, publicUrl, origin);
  reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(JSON.stringify({ session, traceId, purchase, affiliate }));
}

/**
 * Whether the request comes from the page itself. A sandboxed page sends `Origin: null`, which is accepted for
 * opening a visit because anyone can request the page without an origin as well.
 */
export function isFromPage({ method, headers }: FastifyRequest, pageOrigin: string): boolean {
  return headers.origin === pageOrigin || (method === 'POST' && headers.origin === 'null');
}
