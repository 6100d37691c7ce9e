import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Failure } from '../../failure.ts';
import { callerOf } from '../../http/caller.ts';
import { embedAddresses, hostAddresses } from './addresses.ts';
import { PageQuery } from './query.ts';
import type { PageServices } from './services.ts';
import { showBook } from './show-book.ts';
import { sendFailurePage } from './show-page.ts';

/** `GET /v1/reader/embed` as a page: one request of quota, as the embed is. */
export const pageRoutes: FastifyPluginAsyncZod<{ services: PageServices }> = async (
  app,
  { services },
) => {
  const { publicUrl, findCaller, countStranger, spend, checkRights, findDeployment } = services;

  app.setErrorHandler((error, request, reply) => sendFailurePage(request, reply, error));

  app.addHook('onRequest', async (request, reply) => {
    const key: unknown = Reflect.get(Object(request.query), 'key');
    const { authorization } = request.headers;
    if (authorization === undefined && typeof key !== 'string') countStranger(request.ip);
    const caller = await findCaller(
      authorization ?? (typeof key === 'string' ? `Bearer ${key}` : undefined),
    );
    request.caller = caller;
    request.receipt = await spend(caller);
    reply.headers(request.receipt.headers);
    if (caller.kind === 'secret' && authorization === undefined) {
      throw new Failure(
        'secret_key_in_browser',
        'A secret key must never stand in an address: revoke it, and use a publishable key there.',
      );
    }
    checkRights(caller, 'read:reader', request.headers.origin);
  });

  /** → text/html. Fails: as the embed does. */
  app.get(
    '/v1/reader/embed',
    {
      schema: { hide: true, querystring: PageQuery },
      config: { access: 'open' },
      constraints: { representation: 'page' },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { book, key, deployment: deploymentId, format: _format, ...visit } = request.query;
      const deployment = deploymentId ? await findDeployment(caller.accountId, deploymentId) : null;
      if (deploymentId && !deployment) {
        throw new Failure('deployment_not_found', `There is no deployment ${deploymentId} here.`);
      }
      const host =
        deployment?.keyId && deployment.domains.find(({ state }) => state === 'verified')?.host;
      const identity = { key, deployment: deployment?.id };
      return showBook(services, request, reply, {
        caller,
        book,
        deployment,
        visit,
        origin: publicUrl,
        addressesOf: ({ id: bookId, isOwnPublic }, section) => ({
          ...embedAddresses(publicUrl, { book: bookId, ...identity }, visit, section),
          // The publisher’s own domain is where the book is at home.
          ...(host &&
            isOwnPublic && {
              canonical: hostAddresses(`https://${host}`, bookId, {}, section).canonical,
            }),
        }),
      });
    },
  );
};
