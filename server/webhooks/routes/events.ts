import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { limitParameter, integerParameter } from '../../http/query-parameters.ts';
import { LoggedEvent } from '../contract.ts';
import { EventTypeDescription, eventTypes } from '../event-types.ts';
import type { WebhookRoutesOptions } from './options.ts';

/** `/v1/webhooks/event-types` and `/v1/events` */
export const eventRoutes: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  const { log, publicUrl } = options;

  app.get(
    '/v1/webhooks/event-types',
    {
      schema: {
        tags: ['Webhooks'],
        operationId: 'listEventTypes',
        summary: 'List event types',
        description: 'Returns all event types, each with its JSON Schema and an example.',
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: z.array(EventTypeDescription) }) },
      },
      config: { permission: 'read:webhooks' },
    },
    async () => ({ data: eventTypes }),
  );

  /** → events after a position. Errors: `events_not_kept`. */
  app.get(
    '/v1/events',
    {
      schema: {
        tags: ['Webhooks'],
        operationId: 'listEvents',
        summary: 'List logged events',
        description:
          'Returns all of your account’s events, oldest first, with or without webhooks. Positions increase by 1 ' +
          'without gaps, in commit order. Events are stored for 30 days by default, but the ' +
          'server’s operator can change that. Requests that continue from a deleted position ' +
          'fail with `events_not_kept`.',
        querystring: z.strictObject({
          after: integerParameter(0)
            .optional()
            .describe(
              'The last position that you have read. Defaults to the position before the oldest stored event.',
            )
            .meta({ example: 0 }),
          limit: limitParameter(100, 20, 'Events per page'),
        }),
        response: {
          200: z.object({
            data: z.array(LoggedEvent),
            meta: z.object({
              total: z
                .int()
                .min(0)
                .describe('The last position, which equals the number of events so far.'),
              keptAfter: z
                .int()
                .min(0)
                .describe('Position up to which events have been deleted. 0 if none have.'),
              limit: z.int().min(1),
              nextAfter: z
                .int()
                .nullable()
                .describe('`after` for the next page. Null on the last page.'),
            }),
          }),
        },
      },
      config: { permission: 'read:webhooks', fails: ['events_not_kept'] },
    },
    async (request, reply) => {
      const { after = null, limit } = request.query;
      const { accountId } = requireCaller(request);
      const { last, keptAfter, events } = await log.readAfter(accountId, after, limit);
      const end = events.at(-1)?.position;
      const nextAfter = end !== undefined && end < last ? end : null;
      if (nextAfter !== null) {
        reply.header(
          'Link',
          `<${publicUrl}/v1/events?after=${nextAfter}&limit=${limit}>; rel="next"`,
        );
      }
      return { data: events, meta: { total: last, keptAfter, limit, nextAfter } };
    },
  );
};
