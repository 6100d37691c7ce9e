import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { requestLogRoutes } from './routes.ts';
import { requestLogStore } from './store.ts';

/** `/v1/request-log` */
export async function registerRequestLog(app: FastifyInstance, context: AppContext): Promise<void> {
  const { db, cursors, publicUrl } = context;
  await app.register(requestLogRoutes, { store: requestLogStore(db), cursors, publicUrl });
}
