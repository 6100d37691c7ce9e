import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { readPosition, nextPageLink } from '../../http/pagination.ts';
import {
  Cursor,
  limitParameter,
  searchTextParameter,
  PageMeta,
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
  const { books, texts, cursors, loadContents, licences, publicUrl } = options;

  /** → a page of `TextHit`s. Fails: `invalid_request`, `invalid_cursor`, `book_not_found`, `book_not_readable`. */
  app.get(
    '/v1/books/:bookId/search',
    {
      schema: {
        tags: ['Books'],
        summary: 'Search in a book’s text',
        description:
          'Every place where the text of `q` stands, in the order of the book. Case, accents, ' +
          'apostrophes, the kinds of quotes and dashes and the amount of white space make no ' +
          'difference; nothing is found across paragraphs. A cursor ends when the text changes: with ' +
          'a new version of it, or another chapter. Keys other than secret ones of the book’s account ' +
          'search its sample, when it is not free.',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({
          q: searchTextParameter(200).describe('The text to look for, as typed.'),
          limit: limitParameter(100, 20, 'Hits on a page'),
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
      const book = await books.get(caller.accountId, bookId);
      const reading = requireContents(book, await loadContents(book));
      const licence = await licences.forKey(book, reading, caller);
      const { contentId, change, readingOrder } = reading;
      const scope = JSON.stringify([
        'text',
        contentId,
        change,
        licence && writeLicence(licence),
        q,
      ]);
      const after = cursor ? readPosition(TextPosition, cursors, cursor, scope) : null;

      const sections = restrictTexts(await texts.sections(contentId, readingOrder), licence);
      // One more than asked for tells whether there is a next page.
      const { matches, total } = findInText(sections, q, { after, limit: limit + 1 });
      const shown = matches.slice(0, limit);
      const last = shown.at(-1);
      const nextCursor =
        last && matches.length > limit
          ? cursors.write({ section: last.section, offset: last.offset }, scope)
          : null;
      if (nextCursor) reply.header('Link', nextPageLink(publicUrl, request.url, nextCursor));

      const chapterTitle = headingFinder(reading);
      const data = shown.flatMap((match): TextHit[] => {
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
      return { data, meta: { total, limit, nextCursor } };
    },
  );
};
