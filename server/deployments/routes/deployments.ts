import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Caller, requireCaller } from '../../http/caller.ts';
import { checkIfMatch, revisionEtag } from '../../http/etag.ts';
import { Deployment, DeploymentPatch, NewDeployment } from '../contract.ts';
import { type StoredDeployment, toDeployment } from '../stored-deployment.ts';
import {
  DeploymentParams,
  type DeploymentRoutesOptions,
  maxBodyBytes,
  NoQuery,
  tags,
} from './options.ts';
import { IdPosition, readPosition, sendPage } from '../../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../../http/query-parameters.ts';

const scope = 'deployments';

/** GET and POST /v1/reader/deployments */
export const deploymentListRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  options,
) => {
  const { deployments, cursors, publicUrl } = options;

  /** → a page of `Deployment`s, newest first. Errors: `invalid_request`, `invalid_cursor`. */
  app.get(
    '/v1/reader/deployments',
    {
      schema: {
        tags,
        operationId: 'listDeployments',
        summary: 'List deployments',
        description:
          'Lists your account’s deployments, newest first. The response to a publishable key contains ' +
          'neither `domains` nor `keyId`.',
        querystring: z.strictObject({
          limit: limitParameter(50, 20, 'Deployments per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Deployment), meta: PageMeta }) },
      },
      config: { permission: 'read:reader', fails: [] },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const caller = requireCaller(request);
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const page = await deployments.list(caller.accountId, limit, before);
      const rows = page.deployments.map((one) => deploymentFor(caller, one, publicUrl));
      const { total, hasMore } = page;
      const positionOf = ({ id }: Deployment) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `Deployment`. Errors: `invalid_request`, `contrast_too_low`, `conflict`. */
  app.post(
    '/v1/reader/deployments',
    {
      bodyLimit: maxBodyBytes,
      schema: {
        tags,
        operationId: 'createDeployment',
        summary: 'Create a deployment',
        description:
          'Creates a saved white-label configuration. Pages select it with `deployment`, and its domains ' +
          'use it. Send the logo and fonts in the body as `data:` URLs. Text must be readable in ' +
          'every theme that readers can choose, and a contrast below 4.5:1 is rejected. An account can ' +
          'have at most 50 deployments.',
        querystring: NoQuery,
        body: NewDeployment,
        response: { 201: z.object({ data: Deployment }) },
      },
      config: { permission: 'write:reader', fails: ['contrast_too_low', 'conflict'] },
    },
    async (request, reply) => {
      const created = await deployments.add(requireCaller(request).accountId, request.body);
      const answer = { data: toDeployment(created, publicUrl) };
      reply.status(201).header('Location', `/v1/reader/deployments/${created.id}`);
      reply.header('ETag', revisionEtag(created.revision, answer));
      return answer;
    },
  );
};
/** GET, PATCH and DELETE /v1/reader/deployments/:deploymentId */
export const singleDeploymentRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
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

  /** → `Deployment`. Errors: `deployment_not_found`. */
  app.get(
    '/v1/reader/deployments/:deploymentId',
    {
      schema: {
        tags,
        operationId: 'getDeployment',
        summary: 'Get a deployment',
        description:
          'Returns the deployment with its domains and the TXT record required to verify each. The response to a publishable key contains ' +
          'neither `domains` nor `keyId`.',
        params,
        querystring: NoQuery,
        response: { 200: z.object({ data: Deployment }) },
      },
      config: { permission: 'read:reader', fails: ['deployment_not_found'] },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      const found = await deployments.get(caller.accountId, request.params.deploymentId);
      const answer = { data: deploymentFor(caller, found, publicUrl) };
      reply.header('ETag', revisionEtag(found.revision, answer));
      return answer;
    },
  );

  /** → `Deployment`. Errors: `deployment_not_found`, `precondition_failed`, `contrast_too_low`. */
  app.patch(
    '/v1/reader/deployments/:deploymentId',
    {
      bodyLimit: maxBodyBytes,
      schema: {
        tags,
        operationId: 'updateDeployment',
        summary: 'Update a deployment',
        description:
          'Applies a JSON merge patch (RFC 7396). Missing members keep their values, and null restores the ' +
          'default. `fonts` replaces the whole list. Reference an existing font by its `url`. Domains ' +
          'have their own routes. Pages show the change within 30 seconds.',
        consumes: ['application/merge-patch+json', 'application/json'],
        params,
        querystring: NoQuery,
        body: DeploymentPatch,
        response: { 200: z.object({ data: Deployment }) },
      },
      config: {
        permission: 'write:reader',
        fails: ['deployment_not_found', 'precondition_failed', 'contrast_too_low'],
      },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const ifMatch = request.headers['if-match'];
      const changed = await deployments.change(
        accountId,
        request.params.deploymentId,
        request.body,
        (revision) => checkIfMatch(ifMatch, revision),
      );
      const answer = { data: toDeployment(changed, publicUrl) };
      reply.header('ETag', revisionEtag(changed.revision, answer));
      return answer;
    },
  );

  /** Errors: `deployment_not_found`, `precondition_failed`. */
  app.delete(
    '/v1/reader/deployments/:deploymentId',
    {
      schema: {
        tags,
        operationId: 'deleteDeployment',
        summary: 'Remove a deployment',
        description:
          'Removes the deployment with its logo, fonts and domains, which stop serving pages.',
        params,
        querystring: NoQuery,
        response: { 204: z.null() },
      },
      config: {
        permission: 'write:reader',
        fails: ['deployment_not_found', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const ifMatch = request.headers['if-match'];
      await deployments.remove(
        requireCaller(request).accountId,
        request.params.deploymentId,
        (revision) => checkIfMatch(ifMatch, revision),
      );
      return reply.status(204).send(null);
    },
  );
};

/** A publishable key is visible in pages, so the response contains only data that pages need. */
function deploymentFor({ kind }: Caller, stored: StoredDeployment, publicUrl: string): Deployment {
  const deployment = toDeployment(stored, publicUrl);
  return kind === 'secret' ? deployment : { ...deployment, domains: [], keyId: null };
}
