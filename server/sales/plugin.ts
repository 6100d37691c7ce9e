import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { ServedRates } from '../rates/served-rates.ts';
import type { SaleAttribution } from './attribution.ts';
import { saleRoutes } from './routes.ts';
import { sales } from './sales.ts';

/** `/v1/sales` */
export async function registerSales(
  app: FastifyInstance,
  context: AppContext,
  { attribution, rates }: { attribution: SaleAttribution; rates: ServedRates },
): Promise<void> {
  const { db, idempotentDb, cursors, publicUrl } = context;
  await app.register(saleRoutes, {
    sales: sales({
      ...context,
      db: idempotentDb,
      attribution,
      currentRates: () => rates.current(),
    }),
    query: db.query,
    findConversions: attribution.findBySales,
    cursors,
    publicUrl,
  });
}
