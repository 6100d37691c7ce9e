import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { readPosition, sendPage } from '../../http/pagination.ts';
import {
  Cursor,
  limitParameter,
  PageMeta,
  searchTextParameter,
} from '../../http/query-parameters.ts';
import { toChapterId, headingFinder } from '../outline.ts';
import { BookId, TextHit } from '../contract.ts';
import { writeLicence } from '../licence/licence.ts';
import { restrictTexts } from '../licence/apply-licence.ts';
import { requireContents } from '../book-contents.ts';
import { findInText, buildSnippet } from '../text-search/find-in-text.ts';
import type { BookRoutesOptions } from './options.ts';

const TextPosition = z.strictObject({ section: z.int().min(0), offset: z.int().min(0) });

/** GET /v1/books/:bookId/search */
export const textSearchRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, texts, cursors, loadContents, licences } = options;

  /**
   * → a page of `TextHit`s. Errors: `invalid_request`, `invalid_cursor`, `book_not_found`,
   * `book_not_readable`.
   */
  app.get(
    '/v1/books/:bookId/search',
    {
      schema: {
        tags: ['Books'],
        operationId: 'searchBookText',
        summary: 'Search a book’s text',
        description:
          'Returns every occurrence of `q` in reading order. Case, accents, apostrophes, quotation mark ' +
          'and dash variants, and the amount of white space are ignored. Matches never span ' +
          'paragraphs. A cursor becomes invalid when the text changes with a new version or ' +
          'chapter. Keys other than secret keys of the book’s account search its sample, ' +
          'unless the book is free.',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({
          q: searchTextParameter(200).describe('Text to search for, as typed.'),
          limit: limitParameter(100, 20, 'Matches per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(TextHit), meta: PageMeta }) },
      },
      config: { permission: 'read:books', fails: ['book_not_found', 'book_not_readable'] },
    },
    async (request, reply) => {
      const { bookId } = request.params;
      const { q, limit, cursor } = request.query;
      const caller = requireCaller(request);
      const book = await books.get(caller, bookId);
      const contents = requireContents(book, await loadContents(book));
      const licence = await licences.forKey(book, contents, caller);
      const { contentId, change, readingOrder } = contents;
      const scope = JSON.stringify([
        'text',
        contentId,
        change,
        licence && writeLicence(licence),
        q,
      ]);
      const after = readPosition(TextPosition, cursors, cursor, scope);

      const sections = restrictTexts(await texts.sections(contentId, readingOrder), licence);
      const { matches: rows, total } = findInText(sections, q, { after, limit: limit + 1 });
      const page = sendPage(options, request, reply, {
        rows,
        total,
        limit,
        scope,
        positionOf: ({ section, offset }) => ({ section, offset }),
      });

      const chapterTitle = headingFinder(contents);
      const data = page.data.flatMap((match): TextHit[] => {
        const { section, offset, length } = match;
        const source = sections[section];
        if (!source) return [];
        return [
          {
            chapterId: readingOrder[section]?.chapter?.id ?? toChapterId(bookId, section),
            sectionIndex: section,
            chapterTitle: chapterTitle(section, offset),
            offset,
            length,
            snippet: buildSnippet(source, match),
          },
        ];
      });
      return { data, meta: page.meta };
    },
  );
};
