import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { checkIfMatch, revisionEtag } from '../../http/etag.ts';
import { Deployment, DeploymentPatch, NewDeployment } from '../contract.ts';
import { toDeployment } from '../stored-deployment.ts';
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

  /** → a page of `Deployment`s, the newest first. Fails: `invalid_request`, `invalid_cursor`. */
  app.get(
    '/v1/reader/deployments',
    {
      schema: {
        tags,
        summary: 'List deployments',
        description: 'Those of your account, the newest first.',
        querystring: z.strictObject({
          limit: limitParameter(50, 20, 'Deployments on a page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Deployment), meta: PageMeta }) },
      },
      config: { permission: 'read:reader', fails: [] },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { accountId } = requireCaller(request);
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const page = await deployments.list(accountId, limit, before);
      const rows = page.deployments.map((one) => toDeployment(one, publicUrl));
      const { total, hasMore } = page;
      const positionOf = ({ id }: Deployment) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `Deployment`. Fails: `invalid_request`, `contrast_too_low`, `conflict`. */
  app.post(
    '/v1/reader/deployments',
    {
      bodyLimit: maxBodyBytes,
      schema: {
        tags,
        summary: 'Make a deployment',
        description:
          'A saved white-label set-up: pages name it by `deployment`, and its domains answer with it. ' +
          'Logo and fonts come in the body as `data:` URLs. Text must be readable in every theme that ' +
          'readers may have: colours are refused below 4.5:1. An account has at most 50.',
        querystring: NoQuery,
        body: NewDeployment,
        response: { 201: z.object({ data: Deployment }) },
      },
      config: { permission: 'write:reader', fails: ['contrast_too_low', 'conflict'] },
    },
    async (request, reply) => {
      const made = await deployments.add(requireCaller(request).accountId, request.body);
      const answer = { data: toDeployment(made, publicUrl) };
      reply.status(201).header('Location', `/v1/reader/deployments/${made.id}`);
      reply.header('ETag', revisionEtag(made.revision, answer));
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

  /** → `Deployment`. Fails: `deployment_not_found`. */
  app.get(
    '/v1/reader/deployments/:deploymentId',
    {
      schema: {
        tags,
        summary: 'Read a deployment',
        description: 'With its domains, and the record that shows that each is yours.',
        params,
        querystring: NoQuery,
        response: { 200: z.object({ data: Deployment }) },
      },
      config: { permission: 'read:reader', fails: ['deployment_not_found'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const found = await deployments.get(accountId, request.params.deploymentId);
      const answer = { data: toDeployment(found, publicUrl) };
      reply.header('ETag', revisionEtag(found.revision, answer));
      return answer;
    },
  );

  /** → `Deployment`. Fails: `deployment_not_found`, `precondition_failed`, `contrast_too_low`. */
  app.patch(
    '/v1/reader/deployments/:deploymentId',
    {
      bodyLimit: maxBodyBytes,
      schema: {
        tags,
        summary: 'Change a deployment',
        description:
          'A JSON merge patch (RFC 7396): a member that is not there stays, null brings its default ' +
          'back. Fonts are a list and are replaced whole; one that stays is named by its `url`. Domains ' +
          'have addresses of their own. Pages show the change within half a minute.',
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
      const wanted = request.headers['if-match'];
      const changed = await deployments.change(
        accountId,
        request.params.deploymentId,
        request.body,
        (revision) => checkIfMatch(wanted, revision),
      );
      const answer = { data: toDeployment(changed, publicUrl) };
      reply.header('ETag', revisionEtag(changed.revision, answer));
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
        querystring: NoQuery,
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
        requireCaller(request).accountId,
        request.params.deploymentId,
        (revision) => checkIfMatch(wanted, revision),
      );
      return reply.status(204).send(null);
    },
  );
};
