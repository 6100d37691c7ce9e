import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { bookEvents } from '../books/book-events.ts';
import type { BookServices } from '../books/plugin.ts';
import { coverRoutes } from './cover-routes.ts';
import { importRoutes } from './routes.ts';

/** POST /v1/books, and covers. */
export async function registerImport(
  app: FastifyInstance,
  context: AppContext,
  { books, writer }: Pick<BookServices, 'books' | 'writer'>,
): Promise<void> {
  const { events, publicUrl } = context;
  const importContext = { ...context, bookEvents: bookEvents(events, publicUrl) };
  await app.register(coverRoutes, { context: importContext, books, publicUrl });
  await app.register(importRoutes, {
    context: importContext,
    books,
    writer,
    publicUrl,
  });
}
