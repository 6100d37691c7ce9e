import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookSearch } from '../search/contract.ts';
import { bookEvents } from './book-events.ts';
import type { BookRoutesOptions } from './routes/options.ts';
import { bookWriteRoutes } from './routes/write.ts';
import { type BookStore, bookStore } from './store.ts';
import { type TextStore, textStore } from './text-search/text-store.ts';
import { versionFiles } from './version-files.ts';
import { type BookWriter, bookWriter } from './writer.ts';
import accepts from '@fastify/accepts';
import { blankCoverRoute, bookRoute, manifestRoute } from './routes/book.ts';
import { languagesRoute, listRoute, suggestRoute } from './routes/discovery.ts';
import { textSearchRoute } from './routes/text-search.ts';

export interface BookServices {
  books: BookStore;
  texts: TextStore;
  writer: BookWriter;
}

/** `/v1/books`, except for uploads */
export async function registerBooks(
  app: FastifyInstance,
  context: AppContext,
  deps: Pick<BookRoutesOptions, 'loadContents' | 'licences' | 'priceConverter'> & {
    search: BookSearch;
  },
): Promise<BookServices> {
  const { db, idempotentDb, events, cursors, publicUrl } = context;
  const books = bookStore(db);
  const texts = textStore(db);
  const writer = bookWriter({
    ...context,
    db: idempotentDb,
    bookEvents: bookEvents(events, publicUrl),
  });
  const files = versionFiles(db);
  await app.register(bookRoutes, { ...deps, books, texts, files, cursors, publicUrl });
  await app.register(bookWriteRoutes, { books, writer, publicUrl });
  return { books, texts, writer };
}

/** Read routes below `/v1/books`. */
const bookRoutes: FastifyPluginAsync<BookRoutesOptions> = async (app, options) => {
  await app.register(accepts);
  await app.register(blankCoverRoute);
  for (const route of routes) await app.register(route, options);
};

const routes = [listRoute, suggestRoute, languagesRoute, bookRoute, manifestRoute, textSearchRoute];
