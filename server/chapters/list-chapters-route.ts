import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type SerialChapter, ChapterListPosition } from './contract.ts';
import { requireCaller } from '../http/caller.ts';
import { readPosition, sendPage } from '../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../http/query-parameters.ts';
import { outlineChapters } from '../books/outline.ts';
import { BookId, Chapter, ChapterId } from '../books/contract.ts';
import { isSectionAllowed, isOffsetAllowed, type Licence } from '../books/licence/licence.ts';
import type { SpineItem } from '../books/book-contents.ts';
import type { BookRoutesOptions } from '../books/routes/options.ts';
import { isOwnBook } from '../values/environment.ts';

export interface ListChaptersOptions extends Pick<
  BookRoutesOptions,
  'books' | 'cursors' | 'loadContents' | 'licences' | 'publicUrl'
> {
  /**
   * Returns chapters written on this server after the position `after`. Omits unpublished chapters
   * unless `isOwn`.
   */
  listSerialChapters: (
    bookId: string,
    page: { isOwn: boolean; after: ChapterListPosition | null; limit: number },
  ) => Promise<{ chapters: SerialChapter[]; total: number }>;
}

/** GET /v1/books/:bookId/chapters */
export const listChaptersRoute: FastifyPluginAsyncZod<ListChaptersOptions> = async (
  app,
  options,
) => {
  const { books, cursors, loadContents, licences, listSerialChapters } = options;

  /** → a page of `Chapter`s. Errors: `invalid_request`, `invalid_cursor`, `book_not_found`. */
  app.get(
    '/v1/books/:bookId/chapters',
    {
      schema: {
        tags: ['Books'],
        operationId: 'listChapters',
        summary: 'List a book’s chapters',
        description:
          'Returns the documents of the reading order, which the reader opens by their `index`, followed ' +
          'by the chapters written on this server (`serial`) by position. Keys other than secret ' +
          'keys of the book’s account get only published chapters and, unless the book is free, only ' +
          'the documents of its sample.',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({
          limit: limitParameter(100, 20, 'Chapters per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Chapter), meta: PageMeta }) },
      },
      config: { permission: 'read:books', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const { bookId } = request.params;
      const { limit, cursor } = request.query;
      const caller = requireCaller(request);
      const book = await books.get(caller, bookId);
      const contents = await loadContents(book);
      const licence = await licences.forKey(book, contents, caller);
      const readingOrder = contents?.readingOrder ?? [];
      const sections = readingOrder.filter(({ chapter }) => !chapter).length;
      const chapters = contents
        ? outlineChapters(bookId, contents)
            .slice(0, sections)
            .flatMap((chapter) => restrictChapter(chapter, licence))
        : [];

      const scope = JSON.stringify(['chapters', bookId]);
      const after = readPosition(ChapterCursor, cursors, cursor, scope) ?? '';
      const documents =
        typeof after === 'string'
          ? chapters.filter(({ id }) => id > after).slice(0, limit + 1)
          : [];
      const serial = await listSerialChapters(bookId, {
        isOwn: caller.kind === 'secret' && isOwnBook(caller.accountId, book.accountId),
        after: typeof after === 'string' ? null : after,
        limit: limit + 1 - documents.length,
      });
      const rows = [
        ...documents,
        ...serial.chapters.map((one) => toChapterItem(one, readingOrder)),
      ];
      const total = chapters.length + serial.total;
      const positionOf = toCursorPosition;
      return sendPage(options, request, reply, { rows, total, limit, scope, positionOf });
    },
  );
};

/** Returns the readable part of a document's outline, which is empty for a restricted document. */
function restrictChapter(chapter: Chapter, licence: Licence | null): Chapter[] {
  const section = chapter.index ?? 0;
  if (!isSectionAllowed(licence, section)) return [];
  const headings = chapter.headings.filter(({ offset }) =>
    isOffsetAllowed(licence, { section, offset }),
  );
  return [{ ...chapter, headings }];
}

/** Cursor position, which is the last document or the position of the last serial chapter. */
const ChapterCursor = z.union([ChapterId, ChapterListPosition]);

function toCursorPosition({ id, serial }: Chapter): z.infer<typeof ChapterCursor> {
  return serial ? { position: serial.position, id } : id;
}

function toChapterItem(written: SerialChapter, readingOrder: readonly SpineItem[]): Chapter {
  const { id, title, words, length, position, state, publishAt, publishedAt } = written;
  const serial = { position, state, publishAt, publishedAt };
  const found = readingOrder.findIndex(({ chapter }) => chapter?.id === id);
  const index = found < 0 ? null : found;
  return { id, index, title, words, length, linear: true, headings: [], serial };
}
