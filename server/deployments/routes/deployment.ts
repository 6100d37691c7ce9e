import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { checkIfMatch, revisionTag } from '../../http/revision-tag.ts';
import { Deployment, DeploymentPatch } from '../contract.ts';
import { toDeployment } from '../stored-deployment.ts';
import {
  DeploymentParams,
  type DeploymentRoutesOptions,
  largestBody,
  nothing,
  tags,
} from './options.ts';

/** GET, PATCH and DELETE /v1/reader/deployments/:deploymentId */
export const deploymentRoute: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  options,
) => {
  const { deployments, publicUrl } = options;
  const params = DeploymentParams;
  app.addContentTypeParser(
    'application/merge-patch+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  /** → `Deployment`. Fails: `deployment_not_found`. */
  app.get(
    '/v1/reader/deployments/:deploymentId',
    {
      schema: {
        tags,
        summary: 'Read a deployment',
        description: 'With its domains, and the record that shows that each is yours.',
        params,
        querystring: nothing,
        response: { 200: z.object({ data: Deployment }) },
      },
      config: { permission: 'read:reader', fails: ['deployment_not_found'] },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const found = await deployments.get(accountId, request.params.deploymentId);
      const answer = { data: toDeployment(found, publicUrl) };
      reply.header('ETag', revisionTag(found.revision, answer));
      return answer;
    },
  );

  /** → `Deployment`. Fails: `deployment_not_found`, `precondition_failed`, `contrast_too_low`. */
  app.patch(
    '/v1/reader/deployments/:deploymentId',
    {
      bodyLimit: largestBody,
      schema: {
        tags,
        summary: 'Change a deployment',
        description:
          'A JSON merge patch (RFC 7396): a member that is not there stays, null brings its default ' +
          'back. Fonts are a list and are replaced whole; one that stays is named by its `url`. Domains ' +
          'have addresses of their own. Pages show the change within half a minute.',
        consumes: ['application/merge-patch+json', 'application/json'],
        params,
        querystring: nothing,
        body: DeploymentPatch,
        response: { 200: z.object({ data: Deployment }) },
      },
      config: {
        permission: 'write:reader',
        fails: ['deployment_not_found', 'precondition_failed', 'contrast_too_low'],
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const wanted = request.headers['if-match'];
      const changed = await deployments.change(
        accountId,
        request.params.deploymentId,
        request.body,
        (revision) => checkIfMatch(wanted, revision),
      );
      const answer = { data: toDeployment(changed, publicUrl) };
      reply.header('ETag', revisionTag(changed.revision, answer));
      return answer;
    },
  );

  /** Fails: `deployment_not_found`, `precondition_failed`. */
  app.delete(
    '/v1/reader/deployments/:deploymentId',
    {
      schema: {
        tags,
        summary: 'Remove a deployment',
        description: 'With its logo, its fonts and its domains, which answer no more.',
        params,
        querystring: nothing,
        response: { 204: z.null() },
      },
      config: {
        permission: 'write:reader',
        fails: ['deployment_not_found', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const wanted = request.headers['if-match'];
      await deployments.remove(
        callerOf(request).accountId,
        request.params.deploymentId,
        (revision) => checkIfMatch(wanted, revision),
      );
      return reply.status(204).send(null);
    },
  );
};
