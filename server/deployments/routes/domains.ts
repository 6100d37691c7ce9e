import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { Domain, NewDomain } from '../contract.ts';
import { DeploymentParams, type DeploymentRoutesOptions, NoQuery, tags } from './options.ts';

const DomainParams = DeploymentParams.extend({
  host: z
    .string()
    .min(1)
    .max(300)
    .describe('One of its domains.')
    .meta({ example: 'books.example.com' }),
});
const OneDomain = z.object({ data: Domain });

/** /v1/reader/deployments/:deploymentId/domains */
export const domainRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  { deployments },
) => {
  const { domains } = deployments;

  /** → `Domain`. Fails: `invalid_request`, `deployment_not_found`, `conflict`. */
  app.post(
    '/v1/reader/deployments/:deploymentId/domains',
    {
      schema: {
        tags,
        summary: 'Ask for a domain',
        description:
          'The answer has the TXT record that shows that it is yours: put it into its DNS, then ask for ' +
          'it to be verified. The same again answers 200 with the one that is there. A deployment has ' +
          'at most 20.',
        params: DeploymentParams,
        querystring: NoQuery,
        body: NewDomain,
        response: { 200: OneDomain, 201: OneDomain },
      },
      config: { permission: 'write:reader', fails: ['deployment_not_found', 'conflict'] },
    },
    async (request, reply) => {
      const { deploymentId } = request.params;
      const { accountId } = requireCaller(request);
      const { domain, created } = await domains.add(accountId, deploymentId, request.body.host);
      reply.status(created ? 201 : 200);
      reply.header('Location', `/v1/reader/deployments/${deploymentId}`);
      return { data: domain };
    },
  );

  /** Fails: `deployment_not_found`, `domain_not_found`. */
  app.delete(
    '/v1/reader/deployments/:deploymentId/domains/:host',
    {
      schema: {
        tags,
        summary: 'Remove a domain',
        description: 'The deployment answers there no more.',
        params: DomainParams,
        querystring: NoQuery,
        response: { 204: z.null() },
      },
      config: { permission: 'write:reader', fails: ['deployment_not_found', 'domain_not_found'] },
    },
    async (request, reply) => {
      const { deploymentId, host } = request.params;
      await domains.remove(requireCaller(request).accountId, deploymentId, host);
      return reply.status(204).send(null);
    },
  );

  /** → `Domain`. Fails: `deployment_not_found`, `domain_not_found`, `conflict`. */
  app.post(
    '/v1/reader/deployments/:deploymentId/domains/:host/verify',
    {
      schema: {
        tags,
        summary: 'Verify a domain',
        description:
          'Looks at its TXT record now. Where it is not as it should be, the domain stays `pending` and ' +
          '`problem` says why. A verified one is looked at every day, and is pending again when its ' +
          'record has been gone for seven. A host is of one deployment: it goes to another when only ' +
          'that one’s record is there, and is a 409 until then.',
        params: DomainParams,
        querystring: NoQuery,
        response: { 200: OneDomain },
      },
      config: {
        permission: 'write:reader',
        fails: ['deployment_not_found', 'domain_not_found', 'conflict'],
      },
    },
    async (request) => {
      const { deploymentId, host } = request.params;
      return { data: await domains.verify(requireCaller(request).accountId, deploymentId, host) };
    },
  );
};
