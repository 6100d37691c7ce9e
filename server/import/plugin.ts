import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { bookEvents } from '../books/book-events.ts';
import type { BookServices } from '../books/plugin.ts';
import { importRoutes } from './routes.ts';

/** POST /v1/books */
export async function registerImport(
  app: FastifyInstance,
  context: AppContext,
  { books, writer }: Pick<BookServices, 'books' | 'writer'>,
): Promise<void> {
  const { events, publicUrl } = context;
  await app.register(importRoutes, {
    context: { ...context, bookEvents: bookEvents(events, publicUrl) },
    books,
    writer,
    publicUrl,
  });
}
