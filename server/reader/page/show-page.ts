import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../../http/failure-of.ts';
import type { PageEmbed } from './contract.ts';
import { messagePage } from './message-page.ts';
import type { Page } from './page.ts';
import { acceptedLanguages, pageHeaders } from './policy.ts';
import { failureKind, type Words, wordsFor } from './words.ts';

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(pageHeaders(page)).send(page.html);
}

/** Says in a reader’s words why there is nothing to read, with the status that the API would have. */
export function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { locale = null, theme }: { locale?: string | null; theme?: PageEmbed['theme'] } = {},
): FastifyReply {
  const failure = failureOf(error);
  if (failure) {
    if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    reply.headers(failure.headers);
  } else request.log.error({ err: error }, 'a page failed');
  const status = failure?.status ?? 500;
  const kind = failureKind(failure?.code ?? null, status);
  const page = messagePage(kind, wordsOf(request, locale), request.id, theme);
  reply.status(status).header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex');
  return sendPage(reply, page);
}

/** @param deployed - What the deployment speaks, where the address does not say. */
export function wordsOf(request: FastifyRequest, deployed: string | null): Words {
  return wordsFor(localeAsked(request) ?? deployed, acceptedBy(request));
}

/** The language that readers are spoken to in, whether or not the pages speak it. */
export function localeOf(request: FastifyRequest, deployed: string | null): string {
  return localeAsked(request) ?? deployed ?? acceptedBy(request)[0] ?? 'en';
}

function localeAsked({ query }: FastifyRequest): string | null {
  const asked: unknown = Reflect.get(Object(query), 'locale');
  return typeof asked === 'string' ? asked : null;
}

function acceptedBy({ headers }: FastifyRequest): string[] {
  return acceptedLanguages(headers['accept-language']);
}
