import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { completeTemplate, isbnOf } from '../books/sale-link.ts';
import type { BookStore } from '../books/store.ts';
import { type AffiliateServices, affiliates } from './affiliates.ts';
import type { AffiliateRoutesOptions } from './routes/options.ts';
import { ownerOf } from '../values/viewer.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { buyRoutes } from './routes/buy.ts';
import { earningRoutes } from './routes/earnings.ts';
import { eventRoutes } from './routes/events.ts';
import { partnerRoutes } from './routes/partners.ts';
import { promotionRoutes } from './routes/promotion.ts';
import { traceRoutes } from './routes/traces.ts';

export interface AffiliateDeps extends Pick<
  AffiliateRoutesOptions,
  'checkSession' | 'isWithinAddressLimit'
> {
  books: BookStore;
  /** Returns the template of a deployment's buy links, or null if it has none. */
  findDeploymentBuyUrl: (accountId: string, deploymentId: string) => Promise<string | null>;
}

/** `/v1/affiliates`, `/v1/reader/events` and `/buy` */
export async function registerAffiliates(
  app: FastifyInstance,
  context: AppContext,
  { books, checkSession, isWithinAddressLimit, findDeploymentBuyUrl }: AffiliateDeps,
): Promise<AffiliateServices> {
  const { db, idempotentDb } = context;
  const services = affiliates({
    ...context,
    db: idempotentDb,
    async buyTemplateOf(accountId, bookId, deploymentId) {
      const book = await books.find(ownerOf(accountId), bookId);
      if (!book) return null;
      const own = completeTemplate(book.metadata.buyUrl, book.metadata);
      if (own !== null || !deploymentId) return own;
      return completeTemplate(await findDeploymentBuyUrl(accountId, deploymentId), book.metadata);
    },
  });
  await app.register(affiliateRoutes, {
    ...context,
    ...services,
    db,
    books,
    checkSession,
    isWithinAddressLimit,
    async isbnOf(accountId, bookId) {
      const book = await books.find(ownerOf(accountId), bookId);
      return book && isbnOf(book.metadata);
    },
  });
  return services;
}

/** `/v1/affiliates`, `/v1/reader/events`, `/buy` and `/r` */
const affiliateRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (app, options) => {
  await app.register(partnerRoutes, options);
  await app.register(earningRoutes, options);
  await app.register(traceRoutes, options);
  await app.register(eventRoutes, options);
  await app.register(buyRoutes, options);
  await app.register(promotionRoutes, options);
};
