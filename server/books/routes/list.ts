import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { readPosition } from '../../http/cursor.ts';
import { listLink } from '../../http/list-link.ts';
import { BookPosition } from '../../search/contract.ts';
import { BookListMeta, BookView } from '../contract.ts';
import { highlightOf } from '../highlight.ts';
import { showBooks } from '../show-books.ts';
import { ListQuery, scopeOf, toBookQuery } from './list-query.ts';
import type { BookRoutesOptions } from './options.ts';

/** GET /v1/books */
export const listRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, search, cursors, publicUrl } = options;

  /** → a page of `BookView`s. Fails: `invalid_request`, `invalid_cursor`, `unknown_currency`. */
  app.get(
    '/v1/books',
    {
      schema: {
        tags: ['Books'],
        summary: 'List and search books',
        description:
          'The public books and your own. What matches exactly comes before what begins so, and ' +
          'that before what has a typo; the title before names before subjects; then the more ' +
          'popular. A change is found within a second. A cursor goes on where the page before ' +
          'ended, whatever came or went meanwhile.',
        querystring: ListQuery,
        response: { 200: z.object({ data: z.array(BookView), meta: BookListMeta }) },
      },
      config: { permission: 'read:books', fails: ['unknown_currency'] },
    },
    async (request, reply) => {
      const { query } = request;
      const scope = scopeOf(query);
      const page = await search.find(
        toBookQuery(query, callerOf(request).accountId, {
          ordinals: query.ids ? await books.ordinalsOf(query.ids) : null,
          after: query.cursor ? readPosition(BookPosition, cursors, query.cursor, scope) : null,
        }),
      );
      const found = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
      const nextCursor = page.hasMore ? cursors.write(page.hits.at(-1), scope) : null;
      if (nextCursor) reply.header('Link', listLink(publicUrl, request.url, nextCursor));

      const spansOf = (text: string) => search.spans(text, page.matched);
      const data = await showBooks(
        found,
        query,
        options,
        query.highlight ? (book) => highlightOf(book, spansOf) : null,
      );
      return {
        data,
        meta: {
          total: page.total,
          limit: query.limit,
          nextCursor,
          ...(query.facets.length > 0 ? { facets: page.facets } : {}),
          ...(page.suggestion === null ? {} : { suggestion: page.suggestion }),
        },
      };
    },
  );
};
