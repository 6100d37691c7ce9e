import accepts from '@fastify/accepts';
import type { FastifyPluginAsync } from 'fastify';
import { blankCoverRoute, bookRoute, manifestRoute } from './routes/book.ts';
import { languagesRoute, listRoute, suggestRoute } from './routes/discovery.ts';
import type { BookRoutesOptions } from './routes/options.ts';
import { textSearchRoute } from './routes/text-search.ts';

/** Read routes below `/v1/books`. */
export const bookRoutes: FastifyPluginAsync<BookRoutesOptions> = async (app, options) => {
  await app.register(accepts);
  await app.register(blankCoverRoute);
  for (const route of routes) await app.register(route, options);
};

const routes = [listRoute, suggestRoute, languagesRoute, bookRoute, manifestRoute, textSearchRoute];
