import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { guideRoutes } from './routes.ts';

/** Serves the documentation of the repository or of the package that contains this file. */
export async function registerGuide(app: FastifyInstance): Promise<void> {
  await app.register(guideRoutes, { root: fileURLToPath(new URL('../..', import.meta.url)) });
}
