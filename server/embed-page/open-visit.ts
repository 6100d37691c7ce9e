import type { FastifyReply, FastifyRequest } from 'fastify';
import { rebaseUrls } from './rebase-urls.ts';
import { openCounted, recordImpression, type BookPageRequest } from './send-book.ts';
import type { PageServices } from './services.ts';

/**
 * Sends the parts of an embed that depend on the visit: its session, trace, price and affiliate.
 * The page's script requests them with a POST to the page's own URL, so crawlers without scripts
 * open no sessions.
 */
export async function openPageVisit(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  page: BookPageRequest,
): Promise<FastifyReply> {
  const opened = await openCounted(services, request, reply, page);
  recordImpression(request, reply, opened);
  const { session, traceId, purchase, affiliate } = rebaseUrls(
    opened.embed,
    services.publicUrl,
    page.origin,
  );
  reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(JSON.stringify({ session, traceId, purchase, affiliate }));
}

/**
 * Whether the request comes from the page itself. A sandboxed page sends `Origin: null`, which is
 * accepted for opening a visit because anyone can request the page without an origin as well.
 */
export function isFromPage({ method, headers }: FastifyRequest, pageOrigin: string): boolean {
  return headers.origin === pageOrigin || (method === 'POST' && headers.origin === 'null');
}
