import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAccountBooks } from '../../books/account-books.ts';
import { BookId } from '../../books/contract.ts';
import { toBook } from '../../books/stored-book.ts';
import { DeploymentId } from '../../deployments/contract.ts';
import type { ConsoleContext } from '../console-context.ts';
import { requireAccount } from '../visitor.ts';
import { requireOwnBook } from './book-routes.ts';

const BookParams = z.object({ accountId: z.string(), bookId: BookId });
const PreviewQuery = z.object({
  /** Maximum number of books searched for one with text to preview a deployment. */
  access: z.enum(['full', 'public']).default('public'),
  deployment: DeploymentId.optional(),
});
/** Books among which the preview of a deployment looks for one with text. */
const candidates = 20;

/** Routes for previews of books. Previews do not count as opens or requests. */
export const previewRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, publicUrl, openPreview } = context;
  const account = '/console/api/accounts/:accountId';

  // No cookie is needed because the body contains the session.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });

  /**
   * GET …/books/:bookId/preview?access=&deployment= → `Embed`. Errors: `book_not_found`,
   * `deployment_not_found`.
   */
  app.get(
    `${account}/books/:bookId/preview`,
    { schema: { params: BookParams, querystring: PreviewQuery } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { id: bookId } = await requireOwnBook(db, accountId, request.params.bookId);
      const origin = `${request.protocol}://${request.host}`;
      return { data: await openPreview({ accountId, bookId, origin, ...request.query }) };
    },
  );

  /**
   * GET …/deployments/preview → `Embed` of a book for the preview of a deployment, or null if there
   * is none.
   */
  app.get(`${account}/deployments/preview`, async (request) => {
    const { id: accountId } = requireAccount(request);
    const bookId = await findBook(accountId);
    const origin = `${request.protocol}://${request.host}`;
    return {
      data: bookId && (await openPreview({ accountId, bookId, access: 'public', origin })),
    };
  });

  /**
   * Returns a book with text: the newest public one, otherwise the newest private one, otherwise
   * one from the server's catalog.
   */
  async function findBook(accountId: string): Promise<string | null> {
    for (const visibility of ['public', 'private'] as const) {
      const own = await listAccountBooks(db, accountId, { visibility }, candidates, null);
      const readable = own.find((book) => toBook(book, publicUrl).readable);
      if (readable) return readable.id;
    }
    const other = await db.query
      .selectFrom('books')
      .select('id')
      .where('visibility', '=', 'public')
      .where('version_id', 'is not', null)
      .orderBy('ordinal', 'desc')
      .limit(1)
      .executeTakeFirst();
    return other?.id ?? null;
  }
};
