import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { secretBox } from '../values/secret-box.ts';
import { deliveryStore } from './delivery-store.ts';
import { endpointStore } from './endpoint-store.ts';
import { eventLogReader } from './event-log-reader.ts';
import { webhookPortal } from './portal.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deliveryRoutes } from './routes/deliveries.ts';
import { endpointRoutes } from './routes/endpoints.ts';
import { eventRoutes } from './routes/events.ts';
import { portalRoute } from './routes/portal.ts';
import type { WebhookRoutesOptions } from './routes/options.ts';

/** `/v1/webhooks` and `/v1/events` */
export async function registerWebhooks(app: FastifyInstance, context: AppContext): Promise<void> {
  const { db, idempotentDb, now, newId, random, events, cursors } = context;
  const { secrets, publicUrl, allowLoopback, wakeDeliveries } = context;
  await app.register(webhookRoutes, {
    endpoints: endpointStore({ db: idempotentDb, now, newId, events }),
    deliveries: deliveryStore({ db: idempotentDb, now, wake: wakeDeliveries }),
    log: eventLogReader(db),
    portal: webhookPortal({ db: idempotentDb, now, newId, random, publicUrl }),
    box: secretBox(secrets),
    random,
    allowLoopback,
    cursors,
    publicUrl,
  });
}

/** `/v1/webhooks` and `/v1/events` */
const webhookRoutes: FastifyPluginAsyncZod<WebhookRoutesOptions> = async (app, options) => {
  await app.register(eventRoutes, options);
  await app.register(endpointRoutes, options);
  await app.register(deliveryRoutes, options);
  await app.register(portalRoute, options);
};
