import accepts from '@fastify/accepts';
import type { FastifyPluginAsync } from 'fastify';
import { blankCoverRoute } from './routes/blank-cover.ts';
import { bookRoute } from './routes/book.ts';
import { chaptersRoute } from './routes/chapters.ts';
import { languagesRoute } from './routes/languages.ts';
import { listRoute } from './routes/list.ts';
import { manifestRoute } from './routes/manifest.ts';
import type { BookRoutesOptions } from './routes/options.ts';
import { suggestRoute } from './routes/suggest.ts';
import { textSearchRoute } from './routes/text-search.ts';

/** The read side of `/v1/books`. */
export const bookRoutes: FastifyPluginAsync<BookRoutesOptions> = async (app, options) => {
  await app.register(accepts);
  await app.register(blankCoverRoute);
  for (const route of routes) await app.register(route, options);
};

const routes = [
  listRoute,
  suggestRoute,
  languagesRoute,
  bookRoute,
  manifestRoute,
  chaptersRoute,
  textSearchRoute,
];
