import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Failure } from '../failure.ts';
import { requireCaller } from '../http/caller.ts';
import { embedPageUrls, hostPageUrls } from './page-urls.ts';
import { bookPathSegment } from './book-path.ts';
import { PageQuery } from './contract.ts';
import { isFromPage, openPageVisit } from './open-visit.ts';
import type { PageServices } from './services.ts';
import { type BookPageRequest, sendBookPage } from './send-book.ts';
import { sendFailurePage } from './send-page.ts';
import type { IncomingMessage } from 'node:http';

/**
 * Routing constraint that selects one of the two routes at `/v1/reader/embed`: the page or JSON. No
 * other URL has two representations.
 */
export const representationConstraint = {
  name: 'representation',
  storage<Handler>() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (name: unknown) => handlers.get(name) ?? null,
      set: (name: unknown, handler: Handler) => void handlers.set(name, handler),
    };
  },
  mustMatchWhenDerived: false,
  deriveConstraint: (request: IncomingMessage) => (wantsPage(request) ? 'page' : undefined),
};

/**
 * `GET /v1/reader/embed` as a page. Pages of public books don't count toward the quota, so crawlers
 * and link previews can't use it up. The number of pages per client address is limited. A POST to
 * the page's URL opens the session for its script.
 */
export const pageRoutes: FastifyPluginAsyncZod<{ services: PageServices }> = async (
  app,
  { services },
) => {
  const { publicUrl, findCaller, countAnonymousRequest, checkRights, findDeployment } = services;
  const schema = { hide: true, querystring: PageQuery };

  app.setErrorHandler((error, request, reply) => sendFailurePage(request, reply, error));

  app.addHook('onRequest', async (request) => {
    const key: unknown = Reflect.get(Object(request.query), 'key');
    const { authorization } = request.headers;
    if (authorization === undefined && typeof key !== 'string') countAnonymousRequest(request.ip);
    const caller = await findCaller(
      authorization ?? (typeof key === 'string' ? `Bearer ${key}` : undefined),
    );
    request.caller = caller;
    if (caller.kind === 'secret' && authorization === undefined) {
      throw new Failure(
        'secret_key_in_browser',
        'A secret key must not be part of a URL. Revoke this key and use a publishable key instead.',
      );
    }
    const isOwn = isFromPage(request, new URL(publicUrl).origin);
    checkRights(caller, 'read:reader', isOwn ? undefined : request.headers.origin);
  });

  /** → text/html. Fails like the JSON response. */
  app.get(
    '/v1/reader/embed',
    { schema, config: { access: 'open' }, constraints: { representation: 'page' } },
    async (request, reply) =>
      sendBookPage(services, request, reply, await toPageRequest(request, request.query)),
  );

  /** → the session of a page that was sent without one. */
  app.post('/v1/reader/embed', { schema, config: { access: 'open' } }, async (request, reply) =>
    openPageVisit(services, request, reply, await toPageRequest(request, request.query)),
  );

  async function toPageRequest(
    request: FastifyRequest,
    query: PageQuery,
  ): Promise<BookPageRequest> {
    const caller = requireCaller(request);
    const { book, key, deployment: deploymentId, format: _format, ...visit } = query;
    const deployment = deploymentId ? await findDeployment(caller.accountId, deploymentId) : null;
    if (deploymentId && !deployment) {
      throw new Failure('deployment_not_found', `This account has no deployment ${deploymentId}.`);
    }
    const host =
      deployment?.keyId && deployment.domains.find(({ state }) => state === 'verified')?.host;
    const identity = { key, deployment: deployment?.id };
    return {
      caller,
      stored: await services.findBook(caller, book),
      book,
      deployment,
      visit,
      origin: publicUrl,
      isOwnDomain: false,
      urlsOf: (shown, section) => ({
        ...embedPageUrls(publicUrl, { book: shown.id, ...identity }, visit, section),
        // Search engines should list the book on the publisher's own domain.
        ...(host &&
          shown.isOwnPublicBook && {
            canonical: hostPageUrls(`https://${host}`, bookPathSegment(shown), {}, section)
              .canonical,
          }),
      }),
    };
  }
};

/**
 * Link previews and crawlers accept any type and send no `Authorization` header, so a URL with a
 * key returns the page unless the request names JSON. API clients send the header and often accept
 * any type.
 */
function wantsPage({
  url = '',
  headers: { accept = '', authorization },
}: IncomingMessage): boolean {
  if (!url.startsWith('/v1/reader/embed')) return false;
  const format = /[?&]format=([^&#]*)/.exec(url)?.[1];
  if (format !== undefined) return format === 'html';
  if (accept.includes('application/json')) return false;
  return accept.includes('text/html') || (authorization === undefined && /[?&]key=/.test(url));
}
