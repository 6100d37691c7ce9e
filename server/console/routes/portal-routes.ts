import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ConsoleContext } from '../console-context.ts';
import type { PortalDetails } from '../developer-contract.ts';
import { requirePortal, setPortalCookie } from '../visitor.ts';

/**
 * Opens the webhook portal for a customer with a portal link. Pages pass the token in the body
 * because URLs are logged.
 */
export const portalRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { attempts, portal, publicUrl } = context;
  const isSecure = publicUrl.startsWith('https:');

  /** POST /console/api/webhook-portal/open with `{ token }`. Errors: `link_not_found`. */
  app.post(
    '/console/api/webhook-portal/open',
    { schema: { body: z.strictObject({ token: z.string().max(100) }) } },
    async ({ body, ip }, reply) => {
      await attempts.begin('portal', ip);
      const { sessionToken } = await portal.open(body.token);
      await attempts.cancel('portal', ip);
      setPortalCookie(reply, sessionToken, isSecure);
      return { data: {} };
    },
  );

  /** GET /console/api/webhook-portal/session → `PortalDetails`. */
  app.get('/console/api/webhook-portal/session', async (request) => {
    const { name, bookIds, expiresAt } = requirePortal(request);
    return { data: { name, bookIds: [...bookIds], expiresAt } satisfies PortalDetails };
  });
};
