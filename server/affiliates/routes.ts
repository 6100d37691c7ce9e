import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { buyRoutes } from './routes/buy.ts';
import { earningRoutes } from './routes/earnings.ts';
import { eventRoutes } from './routes/events.ts';
import type { AffiliateRoutesOptions } from './routes/options.ts';
import { partnerRoutes } from './routes/partners.ts';
import { promotionRoutes } from './routes/promotion.ts';
import { traceRoutes } from './routes/traces.ts';

/** `/v1/affiliates`, `/v1/reader/events`, `/buy` and `/r` */
export const affiliateRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (
  app,
  options,
) => {
  await app.register(partnerRoutes, options);
  await app.register(earningRoutes, options);
  await app.register(traceRoutes, options);
  await app.register(eventRoutes, options);
  await app.register(buyRoutes, options);
  await app.register(promotionRoutes, options);
};
