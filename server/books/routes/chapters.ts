import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { readPosition } from '../../http/cursor.ts';
import { listLink } from '../../http/list-link.ts';
import { Cursor, limitUpTo } from '../../http/query-parameters.ts';
import { chaptersOf } from '../chapters.ts';
import { BookId, Chapter, ChapterId, PageMeta } from '../contract.ts';
import type { BookRoutesOptions } from './options.ts';

/** GET /v1/books/:bookId/chapters */
export const chaptersRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, cursors, outlineOf, publicUrl } = options;

  /** → a page of `Chapter`s. Fails: `invalid_request`, `invalid_cursor`, `book_not_found`. */
  app.get(
    '/v1/books/:bookId/chapters',
    {
      schema: {
        tags: ['Books'],
        summary: 'List a book’s chapters',
        description:
          'The documents of the reading order, in that order. None where only the record is here.',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({
          limit: limitUpTo(100, 20, 'Chapters on a page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Chapter), meta: PageMeta }) },
      },
      config: { permission: 'read:books', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const { bookId } = request.params;
      const { limit, cursor } = request.query;
      const { versionId } = await books.get(callerOf(request).accountId, bookId);
      const outline = versionId === null ? null : await outlineOf(versionId);
      const chapters = outline ? chaptersOf(bookId, outline) : [];

      const scope = JSON.stringify(['chapters', bookId]);
      const after = cursor ? readPosition(ChapterId, cursors, cursor, scope) : '';
      const rest = chapters.filter(({ id }) => id > after);
      const data = rest.slice(0, limit);
      const nextCursor = rest.length > limit ? cursors.write(data.at(-1)?.id, scope) : null;
      if (nextCursor) reply.header('Link', listLink(publicUrl, request.url, nextCursor));
      return { data, meta: { total: chapters.length, limit, nextCursor } };
    },
  );
};
