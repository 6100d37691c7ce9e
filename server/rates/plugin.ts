import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { rateRoutes } from './routes.ts';
import { type ServedRates, servedRates } from './served-rates.ts';

/** `/v1/rates` */
export async function registerRates(
  app: FastifyInstance,
  { db, now }: AppContext,
): Promise<ServedRates> {
  const rates = servedRates(db, now);
  await app.register(rateRoutes, { rates, now });
  return rates;
}
