import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type SerialChapter, SerialPosition } from '../../chapters/contract.ts';
import { callerOf } from '../../http/caller.ts';
import { readPosition } from '../../http/cursor.ts';
import { listLink } from '../../http/list-link.ts';
import { Cursor, limitUpTo } from '../../http/query-parameters.ts';
import { chaptersOf } from '../chapters.ts';
import { BookId, Chapter, ChapterId, PageMeta } from '../contract.ts';
import { isLicensed, isPlaceLicensed, type Licence } from '../licence/licence.ts';
import type { ReadingItem } from '../reading.ts';
import type { BookRoutesOptions } from './options.ts';

/** GET /v1/books/:bookId/chapters */
export const chaptersRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, cursors, readingOf, licences, serialChapters, publicUrl } = options;

  /** → a page of `Chapter`s. Fails: `invalid_request`, `invalid_cursor`, `book_not_found`. */
  app.get(
    '/v1/books/:bookId/chapters',
    {
      schema: {
        tags: ['Books'],
        summary: 'List a book’s chapters',
        description:
          'The documents of the reading order, in that order, which the reader opens by their `index`. ' +
          'Behind them the chapters that were written here (`serial`), by their position: to others ' +
          'than secret keys of the book’s account only the published ones. Of a book that is not free these ' +
          'others get the documents of its sample alone.',
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
      const caller = callerOf(request);
      const book = await books.get(caller.accountId, bookId);
      const reading = await readingOf(book);
      const licence = await licences.forKey(book, reading, caller);
      const readingOrder = reading?.readingOrder ?? [];
      const sections = readingOrder.filter(({ chapter }) => !chapter).length;
      const chapters = reading
        ? chaptersOf(bookId, reading)
            .slice(0, sections)
            .flatMap((chapter) => asLicensed(chapter, licence))
        : [];

      const scope = JSON.stringify(['chapters', bookId]);
      const after = cursor ? readPosition(ListPosition, cursors, cursor, scope) : '';
      const documents =
        typeof after === 'string'
          ? chapters.filter(({ id }) => id > after).slice(0, limit + 1)
          : [];
      const serial = await serialChapters(bookId, {
        isOwn: caller.kind === 'secret' && book.accountId === caller.accountId,
        after: typeof after === 'string' ? null : after,
        limit: limit + 1 - documents.length,
      });
      const all = [...documents, ...serial.chapters.map((one) => toListed(one, readingOrder))];
      const data = all.slice(0, limit);
      const last = data.at(-1);
      const nextCursor = last && all.length > limit ? cursors.write(positionOf(last), scope) : null;
      if (nextCursor) reply.header('Link', listLink(publicUrl, request.url, nextCursor));
      return { data, meta: { total: chapters.length + serial.total, limit, nextCursor } };
    },
  );
};

/** A document as far as it may be read; nothing of others. */
function asLicensed(chapter: Chapter, licence: Licence | null): Chapter[] {
  const section = chapter.index ?? 0;
  if (!isLicensed(licence, section)) return [];
  const headings = chapter.headings.filter(({ offset }) =>
    isPlaceLicensed(licence, { section, offset }),
  );
  return [{ ...chapter, headings }];
}

/** The last document of a page, or the place of the last chapter that was written here. */
const ListPosition = z.union([ChapterId, SerialPosition]);

function positionOf({ id, serial }: Chapter): z.infer<typeof ListPosition> {
  return serial ? { position: serial.position, id } : id;
}

function toListed(written: SerialChapter, readingOrder: readonly ReadingItem[]): Chapter {
  const { id, title, words, length, position, state, publishAt, publishedAt } = written;
  const serial = { position, state, publishAt, publishedAt };
  const place = readingOrder.findIndex(({ chapter }) => chapter?.id === id);
  const index = place < 0 ? null : place;
  return { id, index, title, words, length, linear: true, headings: [], serial };
}
