import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookSearch } from './contract.ts';
import { openEngine } from './external/engine.ts';
import { externalSearch } from './external/external-search.ts';
import { bookSearch } from './search.ts';

/**
 * Registers the search index. Only requests that need it wait until it has been read from the
 * database.
 *
 * @param url - URL of the external engine, or null to search an index in memory.
 */
export function registerSearch(
  app: FastifyInstance,
  { db }: Pick<AppContext, 'db'>,
  url: string | null,
): BookSearch {
  if (url !== null) return registerExternalSearch(app, url);
  const search = bookSearch(db);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onReady', async () => {
    search.catchUp().catch((error: unknown) => {
      // A server that stops closes its database, even if the index is still being read.
      if (isClosing) return;
      app.log.error(
        { event: 'search.load_failed', err: error },
        'the search index could not be read',
      );
    });
  });
  return search;
}

function registerExternalSearch(app: FastifyInstance, url: string): BookSearch {
  const engine = openEngine(url);
  app.addHook('onReady', async () => {
    engine
      .request('GET', '/')
      .catch((error: unknown) =>
        app.log.warn(
          { event: 'search.engine_unreachable', err: error },
          `the search engine ${engine.url} (SVC_SEARCH_URL) is unreachable: searches are answered with 503`,
        ),
      );
  });
  app.addHook('onClose', () => engine.close());
  return externalSearch(engine);
}
