import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deliveryRoutes } from './routes/deliveries.ts';
import { endpointRoutes } from './routes/endpoints.ts';
import { eventRoutes } from './routes/events.ts';
import { portalRoute } from './routes/portal.ts';
import type { WebhookRoutesOptions } from './routes/options.ts';

/** `/v1/webhooks` and `/v1/events` */
export const webhookRoutes: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  await app.register(eventRoutes, options);
  await app.register(endpointRoutes, options);
  await app.register(deliveryRoutes, options);
  await app.register(portalRoute, options);
};
