import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EventType } from '../../events/contract.ts';
import { requireCaller } from '../../http/caller.ts';
import { IdPosition, readPosition, sendPage } from '../../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../../http/query-parameters.ts';
import { Delivery, DeliveryState, DeliveryWithAttempts } from '../contract.ts';
import { DeliveryParams, WebhookParams, type WebhookRoutesOptions } from './options.ts';

const tags = ['Webhooks'];
const none = z.strictObject({});

/** ISO 8601 with any offset, converted to UTC. */
const Since = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const Recovery = z
  .strictObject({ since: Since.describe('Earliest time of the events.') })
  .meta({ id: 'Recovery', example: { since: '2026-11-20T00:00:00.000Z' } });

/** `/v1/webhooks/{webhookId}/deliveries`, test events and recovery. */
export const deliveryRoutes: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  const { endpoints, deliveries, cursors } = options;

  /** → `DeliveryWithAttempts` of a `ping`. Errors: `webhook_not_found`, `conflict`. */
  app.post(
    '/v1/webhooks/:webhookId/test',
    {
      schema: {
        tags,
        operationId: 'sendTestEvent',
        summary: 'Send a test event',
        description: 'Sends a `ping` like any other event. Its delivery shows the result.',
        params: WebhookParams,
        querystring: none,
        response: { 202: z.object({ data: DeliveryWithAttempts }) },
      },
      config: { permission: 'write:webhooks', fails: ['webhook_not_found', 'conflict'] },
    },
    async (request, reply) => {
      const { webhookId } = request.params;
      const id = await endpoints.ping(requireCaller(request).accountId, webhookId);
      reply.status(202);
      return { data: await deliveries.find(webhookId, id) };
    },
  );

  /** → a page of `Delivery`s, newest first. Errors: `webhook_not_found`. */
  app.get(
    '/v1/webhooks/:webhookId/deliveries',
    {
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'List a webhook’s deliveries',
        description: 'Returns deliveries, newest first.',
        params: WebhookParams,
        querystring: z.strictObject({
          state: DeliveryState.optional().describe('Only deliveries in this state.'),
          type: EventType.optional().describe('Only events of this type.'),
          since: Since.optional()
            .describe('Only events since this time.')
            .meta({ example: '2026-11-20T12:00:00Z' }),
          limit: limitParameter(100, 20, 'Deliveries per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Delivery), meta: PageMeta }) },
      },
      config: { permission: 'read:webhooks', fails: ['webhook_not_found'] },
    },
    async (request, reply) => {
      const { webhookId } = request.params;
      const { limit, cursor, ...filter } = request.query;
      await endpoints.find(requireCaller(request).accountId, webhookId);
      const scope = `deliveries ${webhookId} ${JSON.stringify([filter.state, filter.type, filter.since])}`;
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const {
        deliveries: rows,
        total,
        hasMore,
      } = await deliveries.list(webhookId, filter, limit, before);
      const positionOf = ({ id }: Delivery) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `DeliveryWithAttempts`. Errors: `webhook_not_found`, `delivery_not_found`. */
  app.get(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId',
    {
      schema: {
        tags,
        operationId: 'getDelivery',
        summary: 'Get a delivery',
        description: 'Returns the delivery with its event and all attempts.',
        params: DeliveryParams,
        querystring: none,
        response: { 200: z.object({ data: DeliveryWithAttempts }) },
      },
      config: {
        permission: 'read:webhooks',
        fails: ['webhook_not_found', 'delivery_not_found'],
      },
    },
    async (request) => {
      const { webhookId, deliveryId } = request.params;
      await endpoints.find(requireCaller(request).accountId, webhookId);
      return { data: await deliveries.find(webhookId, deliveryId) };
    },
  );

  /** → `Delivery`. Errors: `webhook_not_found`, `delivery_not_found`, `conflict`. */
  app.post(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/retry',
    {
      schema: {
        tags,
        operationId: 'retryDelivery',
        summary: 'Retry a delivery',
        description:
          'Sends the event again immediately with a new round of attempts, even if it was delivered. ' +
          'The event keeps its id and body.',
        params: DeliveryParams,
        querystring: none,
        response: { 202: z.object({ data: Delivery }) },
      },
      config: {
        permission: 'write:webhooks',
        fails: ['webhook_not_found', 'delivery_not_found', 'conflict'],
      },
    },
    async (request, reply) => {
      const { webhookId, deliveryId } = request.params;
      await endpoints.find(requireCaller(request).accountId, webhookId);
      reply.status(202);
      return { data: await deliveries.retry(webhookId, deliveryId) };
    },
  );

  /** → number of deliveries. Errors: `webhook_not_found`, `conflict`. */
  app.post(
    '/v1/webhooks/:webhookId/recover',
    {
      schema: {
        tags,
        operationId: 'recoverDeliveries',
        summary: 'Recover failed and held deliveries',
        description:
          'Resends all failed and held events since a point in time, each with a new round of attempts.',
        params: WebhookParams,
        querystring: none,
        body: Recovery,
        response: { 202: z.object({ data: z.object({ recovered: z.int().min(0) }) }) },
      },
      config: { permission: 'write:webhooks', fails: ['webhook_not_found', 'conflict'] },
    },
    async (request, reply) => {
      const { webhookId } = request.params;
      await endpoints.find(requireCaller(request).accountId, webhookId);
      const recovered = await deliveries.recover(webhookId, request.body.since);
      reply.status(202);
      return { data: { recovered } };
    },
  );
};
