import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { limitParameter, integerParameter } from '../../http/query-parameters.ts';
import { LoggedEvent } from '../contract.ts';
import { EventTypeDescription, eventTypes } from '../event-types.ts';
import type { WebhookRoutesOptions } from './options.ts';

/** What can happen, and what did. */
export const eventRoutes: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  const { log, publicUrl } = options;

  app.get(
    '/v1/webhooks/event-types',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'List the types of events',
        description: 'Each with its JSON Schema and a body as it is sent.',
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: z.array(EventTypeDescription) }) },
      },
      config: { permission: 'read:webhooks' },
    },
    async () => ({ data: eventTypes }),
  );

  /** → the events behind a position. Fails: `events_not_kept`. */
  app.get(
    '/v1/events',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'Read the log of events',
        description:
          'Everything that happened to your account, the oldest first, whatever webhooks there ' +
          'are. Positions rise by 1 without a gap, in the order of commits: who has read up to one ' +
          'has missed nothing before it. Events are kept for 30 days, unless the operator of this ' +
          'server says otherwise; to go on from an older position is refused with ' +
          '`events_not_kept`, never answered with a gap.',
        querystring: z.strictObject({
          after: integerParameter(0)
            .optional()
            .describe('The last position that you have; from the oldest that is kept unless given.')
            .meta({ example: 0 }),
          limit: limitParameter(100, 20, 'Events on a page'),
        }),
        response: {
          200: z.object({
            data: z.array(LoggedEvent),
            meta: z.object({
              total: z.int().min(0).describe('The last position: all events that there were.'),
              keptAfter: z
                .int()
                .min(0)
                .describe('Events up to this position are no longer kept; 0: all are there.'),
              limit: z.int().min(1),
              nextAfter: z
                .int()
                .nullable()
                .describe('`after` of the next page; null: there is none yet.'),
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
