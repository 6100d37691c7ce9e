import type { FastifyPluginAsync } from 'fastify';
import { bookRoute } from './routes/book.ts';
import { listRoute } from './routes/list.ts';
import type { BookRoutesOptions } from './routes/options.ts';

/** The read side of `/v1/books`. */
export const bookRoutes: FastifyPluginAsync<BookRoutesOptions> = async (app, options) => {
  for (const route of [listRoute, bookRoute]) await app.register(route, options);
};
