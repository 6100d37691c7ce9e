import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { nameText } from '../../values/visible-text.ts';
import type { WebhookRoutesOptions } from './options.ts';

const NewPortalLink = z
  .strictObject({
    name: nameText(100).describe('Name of your customer, shown on the page and in the audit log.'),
    bookIds: z
      .array(z.string().regex(/^bk_[0-9A-Za-z]{1,40}$/, 'Must be a book id.'))
      .max(100)
      .default([])
      .describe(
        'Your customer’s books. The page then shows and creates only webhooks whose filters name ' +
          'some of these books and no others. Empty for all of the account’s webhooks.',
      ),
  })
  .meta({
    id: 'NewPortalLink',
    example: { name: 'Hollis & Wren', bookIds: ['bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R'] },
  });

const PortalLink = z
  .object({
    url: z.string().describe('Open it in the customer’s browser. Works once.'),
    expiresAt: z.iso.datetime().describe('Until then, the link can be opened.'),
  })
  .meta({
    id: 'PortalLink',
    example: {
      url: 'https://api.example.com/console/webhook-portal#q0cJc5lJ1vJm2x0abKmX0tS0q0cJc5lJ1vJm2x0abKm',
      expiresAt: '2026-11-21T12:10:00.000Z',
    },
  });

/** `/v1/webhooks/portal-link` */
export const portalRoute: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  const { portal } = options;

  /** → a link. Errors: `book_not_found`. */
  app.post(
    '/v1/webhooks/portal-link',
    {
      schema: {
        tags: ['Webhooks'],
        operationId: 'createPortalLink',
        summary: 'Create a link to the webhook portal',
        description:
          'Returns a link to a page on which your customer manages webhooks of your account: creates, tests ' +
          'and deletes them, and retries deliveries. The link works once, within ten minutes, and opens the page ' +
          'for an hour. The page gives access to nothing else. Create a link for each visit.',
        querystring: z.strictObject({}),
        body: NewPortalLink,
        response: { 200: z.object({ data: PortalLink }) },
      },
      config: { permission: 'write:webhooks', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { name, bookIds } = request.body;
      reply.header('Cache-Control', 'no-store');
      return { data: await portal.createLink({ accountId, bookIds }, name) };
    },
  );
};
