import type { FastifyPluginAsync } from 'fastify';
import { bookRoute } from './routes/book.ts';
import { chaptersRoute } from './routes/chapters.ts';
import { languagesRoute } from './routes/languages.ts';
import { listRoute } from './routes/list.ts';
import type { BookRoutesOptions } from './routes/options.ts';
import { suggestRoute } from './routes/suggest.ts';
import { textSearchRoute } from './routes/text-search.ts';

/** The read side of `/v1/books`. */
export const bookRoutes: FastifyPluginAsync<BookRoutesOptions> = async (app, options) => {
  for (const route of routes) await app.register(route, options);
};

const routes = [listRoute, suggestRoute, languagesRoute, bookRoute, chaptersRoute, textSearchRoute];
