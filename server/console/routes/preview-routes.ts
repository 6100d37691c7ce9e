import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId } from '../../books/contract.ts';
import { VisitQuery } from '../../embed-page/contract.ts';
import { sendPreviewPage } from '../../embed-page/send-book.ts';
import { sendFailurePage } from '../../embed-page/send-page.ts';
import { Failure } from '../../failure.ts';
import { previewCaller } from '../../keys/preview-key.ts';
import { keyStore } from '../../keys/store.ts';
import { ownerOf } from '../../values/viewer.ts';
import type { ConsoleContext } from '../console-context.ts';
import { requireAccount } from '../visitor.ts';
import { requireOwnBook } from './book-routes.ts';

const BookParams = z.object({ accountId: z.string(), bookId: BookId });
const PreviewQuery = VisitQuery.pick({ chapter: true, theme: true, locale: true }).extend({
  /** Whether the whole book is readable, or only what everyone can read. */
  access: z.enum(['full', 'public']).default('public'),
  deployment: z.string().max(100).optional(),
});

/** Previews for members, also of private books. They are not counted as opens or requests. */
export const previewRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, pages, publicUrl } = context;
  const keys = { ...context, store: keyStore(db) };

  app.setErrorHandler((error, request, reply) => sendFailurePage(request, reply, error));

  /** GET …/books/:bookId/preview?access=&chapter=&theme=&deployment= → text/html. Fails: `book_not_found`. */
  app.get(
    '/console/api/accounts/:accountId/books/:bookId/preview',
    { schema: { params: BookParams, querystring: PreviewQuery } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const { access, deployment: deploymentId, ...visit } = request.query;
      const stored = await requireOwnBook(db, accountId, request.params.bookId);
      const deployment = deploymentId ? await pages.findDeployment(accountId, deploymentId) : null;
      if (deploymentId && !deployment) {
        throw new Failure(
          'deployment_not_found',
          `This account has no deployment ${deploymentId}.`,
        );
      }
      const caller = await previewCaller(keys, accountId);
      const url = (chapter: number | string | null) => {
        const chosen = {
          access,
          theme: visit.theme,
          locale: visit.locale,
          deployment: deploymentId,
        };
        const parameters = Object.entries({ ...chosen, chapter }).flatMap(([name, value]) =>
          value === undefined || value === null ? [] : [[name, String(value)]],
        );
        return `${request.url.split('?', 1)[0]}?${new URLSearchParams(parameters).toString()}`;
      };
      return sendPreviewPage(pages, request, reply, {
        // With the account's own rights, the session includes the whole text.
        caller: {
          ...caller,
          ...ownerOf(accountId),
          kind: access === 'full' ? 'secret' : 'publishable',
        },
        stored,
        book: stored.id,
        deployment,
        visit,
        origin: publicUrl,
        isOwnDomain: false,
        urlsOf: () => ({
          canonical: publicUrl + url(null),
          section: url,
          book: publicUrl + url(null),
          bookVisit: url(null),
          icon: 'data:,',
          oembed: () => publicUrl + url(null),
        }),
      });
    },
  );
};
