import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookSearch } from './contract.ts';
import { bookSearch } from './search.ts';

/**
 * Registers the search index. Only requests that need it wait until it has been read from the
 * database.
 */
export function registerSearch(app: FastifyInstance, { db }: AppContext): BookSearch {
  const search = bookSearch(db);
  app.addHook('onReady', async () => {
    search
      .catchUp()
      .catch((error: unknown) =>
        app.log.error(
          { event: 'search.load_failed', err: error },
          'the search index could not be read',
        ),
      );
  });
  return search;
}
