import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { IdPosition, readPosition, sendPage } from '../../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../../http/query-parameters.ts';
import {
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookWithSecret,
} from '../contract.ts';
import { generateSecret } from '../signature.ts';
import { checkTarget } from '../target-guard.ts';
import { WebhookParams, type WebhookRoutesOptions } from './options.ts';

const tags = ['Webhooks'];
const none = z.strictObject({});
const scope = 'webhooks';

/** `/v1/webhooks` */
export const endpointRoutes: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  const { endpoints, box, random, allowLoopback, cursors } = options;

  /** → a page of `Webhook`s, newest first. */
  app.get(
    '/v1/webhooks',
    {
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Returns your account’s webhooks, newest first.',
        querystring: z.strictObject({
          limit: limitParameter(100, 20, 'Webhooks per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Webhook), meta: PageMeta }) },
      },
      config: { permission: 'read:webhooks' },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { accountId } = requireCaller(request);
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const { total, webhooks: rows, hasMore } = await endpoints.list(accountId, limit, before);
      const positionOf = ({ id }: Webhook) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `WebhookWithSecret`. Errors: `conflict`, `webhook_target_refused`, `book_not_found`. */
  app.post(
    '/v1/webhooks',
    {
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Posts each event from now on to the URL at least once, signed according to Standard Webhooks 1.0. ' +
          'Only this response contains the secret. An account can have 20 webhooks.',
        querystring: none,
        body: NewWebhook,
        response: { 201: z.object({ data: WebhookWithSecret }) },
      },
      config: {
        permission: 'write:webhooks',
        fails: ['conflict', 'webhook_target_refused', 'book_not_found'],
      },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      checkTarget(request.body.url, { allowLoopback });
      const sealed = box.seal(generateSecret(random));
      const { sealedSecret, ...webhook } = await endpoints.add(accountId, request.body, sealed);
      reply.status(201).header('Location', `/v1/webhooks/${webhook.id}`);
      return { data: { ...webhook, secret: box.open(sealedSecret) } };
    },
  );

  /** → `Webhook`. Errors: `webhook_not_found`. */
  app.get(
    '/v1/webhooks/:webhookId',
    {
      schema: {
        tags,
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        description: 'Returns the webhook without its secret.',
        params: WebhookParams,
        querystring: none,
        response: { 200: z.object({ data: Webhook }) },
      },
      config: { permission: 'read:webhooks', fails: ['webhook_not_found'] },
    },
    async (request) => ({
      data: await endpoints.find(requireCaller(request).accountId, request.params.webhookId),
    }),
  );

  /** → `Webhook`. Errors: `webhook_not_found`, `webhook_target_refused`, `book_not_found`. */
  app.patch(
    '/v1/webhooks/:webhookId',
    {
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'Omitted members do not change. A re-enabled webhook receives events from then on. Use ' +
          '`recover` to send held events.',
        params: WebhookParams,
        querystring: none,
        body: WebhookChange,
        response: { 200: z.object({ data: Webhook }) },
      },
      config: {
        permission: 'write:webhooks',
        fails: ['webhook_not_found', 'webhook_target_refused', 'book_not_found'],
      },
    },
    async (request) => {
      const { params, body } = request;
      if (body.url !== undefined) checkTarget(body.url, { allowLoopback });
      return {
        data: await endpoints.change(requireCaller(request).accountId, params.webhookId, body),
      };
    },
  );

  /** Errors: `webhook_not_found`. */
  app.delete(
    '/v1/webhooks/:webhookId',
    {
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Also deletes its deliveries. Pending deliveries are not sent.',
        params: WebhookParams,
        querystring: none,
        response: { 204: z.null() },
      },
      config: { permission: 'write:webhooks', fails: ['webhook_not_found'] },
    },
    async (request, reply) => {
      await endpoints.remove(requireCaller(request).accountId, request.params.webhookId);
      return reply.status(204).send(null);
    },
  );

  /** → `WebhookWithSecret`. Errors: `webhook_not_found`. */
  app.post(
    '/v1/webhooks/:webhookId/rotate-secret',
    {
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate a webhook’s secret',
        description: 'During the overlap, deliveries are signed with both secrets.',
        params: WebhookParams,
        querystring: none,
        body: SecretRotation,
        response: { 200: z.object({ data: WebhookWithSecret }) },
      },
      config: { permission: 'write:webhooks', fails: ['webhook_not_found'] },
    },
    async (request) => {
      const { params, body } = request;
      const { accountId } = requireCaller(request);
      const { sealedSecret, ...webhook } = await endpoints.rotate(
        accountId,
        params.webhookId,
        box.seal(generateSecret(random)),
        body.overlapSeconds,
      );
      return { data: { ...webhook, secret: box.open(sealedSecret) } };
    },
  );
};
