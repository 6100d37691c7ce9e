import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { readPosition } from '../../http/cursor.ts';
import { listLink } from '../../http/list-link.ts';
import { Cursor, limitUpTo } from '../../http/query-parameters.ts';
import { revisionTag } from '../../http/revision-tag.ts';
import { Deployment, NewDeployment } from '../contract.ts';
import { toDeployment } from '../stored-deployment.ts';
import { type DeploymentRoutesOptions, largestBody, nothing, tags } from './options.ts';

const listScope = 'deployments';
const Position = z.object({ id: z.string() });
const ListMeta = z.object({
  total: z.int().min(0),
  limit: z.int().min(1),
  nextCursor: z.string().nullable(),
});

/** GET and POST /v1/reader/deployments */
export const listRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (app, options) => {
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
          limit: limitUpTo(50, 20, 'Deployments on a page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Deployment), meta: ListMeta }) },
      },
      config: { permission: 'read:reader', fails: [] },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { accountId } = callerOf(request);
      const before = cursor ? readPosition(Position, cursors, cursor, listScope).id : null;
      const page = await deployments.list(accountId, limit, before);
      const data = page.deployments.map((one) => toDeployment(one, publicUrl));
      const last = data.at(-1);
      const nextCursor = page.hasMore && last ? cursors.write({ id: last.id }, listScope) : null;
      if (nextCursor) reply.header('Link', listLink(publicUrl, request.url, nextCursor));
      return { data, meta: { total: page.total, limit, nextCursor } };
    },
  );

  /** → `Deployment`. Fails: `invalid_request`, `contrast_too_low`, `conflict`. */
  app.post(
    '/v1/reader/deployments',
    {
      bodyLimit: largestBody,
      schema: {
        tags,
        summary: 'Make a deployment',
        description:
          'A saved white-label set-up: pages name it by `deployment`, and its domains answer with it. ' +
          'Logo and fonts come in the body as `data:` URLs. Text must be readable in every theme that ' +
          'readers may have: colours are refused below 4.5:1. An account has at most 50.',
        querystring: nothing,
        body: NewDeployment,
        response: { 201: z.object({ data: Deployment }) },
      },
      config: { permission: 'write:reader', fails: ['contrast_too_low', 'conflict'] },
    },
    async (request, reply) => {
      const made = await deployments.add(callerOf(request).accountId, request.body);
      const answer = { data: toDeployment(made, publicUrl) };
      reply.status(201).header('Location', `/v1/reader/deployments/${made.id}`);
      reply.header('ETag', revisionTag(made.revision, answer));
      return answer;
    },
  );
};
