import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ConsoleContext } from '../console-context.ts';
import { readSystemStatus } from '../system-status.ts';

/** Health of the server, for operators. */
export const systemRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  /** GET /console/api/operator/system → `SystemStatus`. */
  app.get('/console/api/operator/system', async () => ({ data: await readSystemStatus(context) }));
};
