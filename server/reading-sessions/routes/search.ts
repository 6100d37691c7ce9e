import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Licence, writeLicence } from '../../books/licence/licence.ts';
import type { Licences } from '../../books/licence/licences.ts';
import { restrictTexts } from '../../books/licence/apply-licence.ts';
import { type BookContents, assembleContents } from '../../books/book-contents.ts';
import type { BookStore } from '../../books/store.ts';
import {
  findInText,
  type SearchableSection,
  buildSnippet,
  parseWordQuery,
} from '../../books/text-search/find-in-text.ts';
import type { TextStore } from '../../books/text-search/text-store.ts';
import { Failure } from '../../failure.ts';
import { type CursorCodec, cutPage, readPosition } from '../../http/pagination.ts';
import { Cursor, limitParameter, searchTextParameter } from '../../http/query-parameters.ts';
import type { PublishedChapterStore } from '../published-chapter-store.ts';
import { SearchHit, SearchMeta } from '../contract.ts';
import type { Session } from '../session-tokens.ts';
import {
  ContentId,
  sessionFailureCodes,
  type SessionGate,
  requireSession,
} from '../session-gate.ts';
import type { ContentStore } from '../store.ts';

/** More than anybody goes through; a word that stands there oftener is counted no further. */
const maxCountedHits = 1000;

const HitPosition = z.strictObject({ section: z.int().min(0), offset: z.int().min(0) });

export interface SearchRoutesOptions {
  books: Pick<BookStore, 'findAny'>;
  content: ContentStore;
  chapters: PublishedChapterStore;
  licences: Licences;
  texts: TextStore;
  cursors: CursorCodec;
  gate: SessionGate;
}

/** GET /content/{contentId}/search: in the book that a session reads, as far as it may. */
export const searchRoutes: FastifyPluginAsyncZod<SearchRoutesOptions> = async (app, options) => {
  const { books, content, chapters, licences, texts, cursors, gate } = options;

  /** → a page of `SearchHit`s. Fails: `invalid_request`, `invalid_cursor`, `session_invalid`, … */
  app.get(
    '/content/:contentId/search',
    {
      schema: {
        tags: ['Content'],
        summary: 'Search in the open book',
        description:
          'Every place where the words of `q` stand one after the other, in the order of the book: from ' +
          'the beginning of a word, and the last may go on (`wha` finds “whale”). In quotes they are whole ' +
          'words. Case, accents, apostrophes, the kinds of quotes and dashes, ligatures, soft hyphens and ' +
          'the amount of white space make no difference; nothing is found across paragraphs. In scripts ' +
          'without spaces a place may be anywhere. A sample is searched as far as it goes.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: z.strictObject({
          q: searchTextParameter(200).describe('The words to look for, as typed.'),
          limit: limitParameter(100, 50, 'Hits on a page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(SearchHit), meta: SearchMeta }) },
      },
      config: { access: 'session', fails: [...sessionFailureCodes, 'book_not_found'] },
    },
    async (request, reply) => {
      const { q, limit, cursor } = request.query;
      const session = await requireSession(gate, request, request.params.contentId);
      const { reading, sections, scope } = await licensedText(session);
      const scoped = JSON.stringify([...scope, q]);
      const after = readPosition(HitPosition, cursors, cursor, scoped);
      const { text, wordMatch } = parseWordQuery(q);
      const found = findInText(sections, text, {
        after,
        limit: limit + 1,
        wordMatch,
        maxCount: maxCountedHits,
      });
      const page = cutPage(cursors, {
        rows: found.matches,
        total: Math.min(found.total, maxCountedHits),
        limit,
        scope: scoped,
        positionOf: ({ section, offset }) => ({ section, offset }),
      });
      const data = page.data.flatMap((match): SearchHit[] => {
        const { section, offset, length } = match;
        const source = sections[section];
        if (!source) return [];
        const chapter = reading.readingOrder[section]?.chapter?.id ?? null;
        const place = { section, chapter, start: offset, end: offset + length };
        return [{ ...place, ...buildSnippet(source, match) }];
      });
      reply.header('Cache-Control', 'private, no-store');
      return {
        data,
        meta: { ...page.meta, isTotalExact: found.total < maxCountedHits },
      };
    },
  );

  /** The file stays the one that was opened; chapters come and go. */
  async function licensedText({ contentId, bookId, licence }: Session) {
    const book = await books.findAny(bookId);
    const outline = book && (await content.outline(contentId));
    const published = book && book.serial.chapters > 0 ? await chapters.list(bookId) : [];
    const reading = book && assembleContents(contentId, outline, book.serial.change, published);
    if (!reading) throw new Failure('book_not_found', `Book ${bookId} is no longer here.`);
    const whole = await texts.sections(contentId, reading.readingOrder);
    if (!licence) return { reading, sections: whole, scope: [contentId, reading.change] };
    const sample = published.length > 0 ? await licences.findSample(book, reading) : licence;
    const sections = applyLicences(whole, reading, licence, sample ?? licence);
    const scope = [contentId, reading.change, writeLicence(licence)];
    return { reading, sections, scope };
  }
};

/** Sections by the session’s own licence; chapters by what the sample is now. */
function applyLicences(
  whole: SearchableSection[],
  { readingOrder }: BookContents,
  licence: Licence,
  sample: Licence,
): SearchableSection[] {
  const own = restrictTexts(whole, licence);
  if (sample === licence) return own;
  const chapters = restrictTexts(whole, sample);
  return own.map((section, at) =>
    readingOrder[at]?.chapter ? (chapters[at] ?? section) : section,
  );
}
