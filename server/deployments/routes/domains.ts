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
    .describe('One of the deployment’s domains.')
    .meta({ example: 'books.example.com' }),
});
const OneDomain = z.object({ data: Domain });

/** /v1/reader/deployments/:deploymentId/domains */
export const domainRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  { deployments },
) => {
  const { domains } = deployments;

  /** → `Domain`. Errors: `invalid_request`, `deployment_not_found`, `conflict`. */
  app.post(
    '/v1/reader/deployments/:deploymentId/domains',
    {
      schema: {
        tags,
        operationId: 'addDomain',
        summary: 'Add a domain',
        description:
          'The response contains the TXT record that proves ownership. Add it to the domain’s DNS, then ' +
          'verify the domain. Adding an existing domain again returns 200 with that domain. A ' +
          'deployment can have at most 20 domains.',
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

  /** Errors: `deployment_not_found`, `domain_not_found`. */
  app.delete(
    '/v1/reader/deployments/:deploymentId/domains/:host',
    {
      schema: {
        tags,
        operationId: 'deleteDomain',
        summary: 'Remove a domain',
        description: 'The deployment stops serving pages on this domain.',
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

  /** → `Domain`. Errors: `deployment_not_found`, `domain_not_found`, `conflict`. */
  app.post(
    '/v1/reader/deployments/:deploymentId/domains/:host/verify',
    {
      schema: {
        tags,
        operationId: 'verifyDomain',
        summary: 'Verify a domain',
        description:
          'Checks the domain’s TXT record now. If it is missing or wrong, the domain stays `pending` and ' +
          '`problem` contains the reason. A verified domain is checked daily and becomes pending again ' +
          'when its record has been missing for seven days. A host belongs to one deployment. It moves ' +
          'to another deployment when only the record of that deployment is present. Until then, the request returns 409.',
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
