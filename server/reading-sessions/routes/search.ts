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

/** Counting stops at this number because readers do not page through more results. */
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

/** GET /content/{contentId}/search searches the licensed part of a session's book. */
export const searchRoutes: FastifyPluginAsyncZod<SearchRoutesOptions> = async (app, options) => {
  const { books, content, chapters, licences, texts, cursors, gate } = options;

  /** → a page of `SearchHit`s. Errors: `invalid_request`, `invalid_cursor`, `session_invalid`, … */
  app.get(
    '/content/:contentId/search',
    {
      schema: {
        tags: ['Content'],
        operationId: 'searchOpenBook',
        summary: 'Search the open book',
        description:
          'Returns every occurrence of the word sequence `q`, in reading order. A match starts at the ' +
          'start of a word, and its last word may be incomplete (`wha` finds “whale”). Use quotes to match ' +
          'whole words. Case, accents, apostrophes, quote and dash styles, ligatures, soft hyphens and ' +
          'the amount of white space are ignored. Matches do not cross paragraphs. In scripts without ' +
          'spaces, a match may start anywhere. In a sample, only the readable part is searched.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: z.strictObject({
          q: searchTextParameter(200).describe('The search text as typed.'),
          limit: limitParameter(100, 50, 'Results per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(SearchHit), meta: SearchMeta }) },
      },
      config: { access: 'session', fails: [...sessionFailureCodes, 'book_not_found'] },
    },
    async (request, reply) => {
      const { q, limit, cursor } = request.query;
      const session = await requireSession(gate, request, request.params.contentId);
      const { contents, sections, scope } = await licensedText(session);
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
        const chapter = contents.readingOrder[section]?.chapter?.id ?? null;
        const position = { section, chapter, start: offset, end: offset + length };
        return [{ ...position, ...buildSnippet(source, match) }];
      });
      reply.header('Cache-Control', 'private, no-store');
      return {
        data,
        meta: { ...page.meta, isTotalExact: found.total < maxCountedHits },
      };
    },
  );

  /** Uses the file version that the session opened, but the current chapters. */
  async function licensedText({ contentId, bookId, licence }: Session) {
    const book = await books.findAny(bookId);
    const outline = book && (await content.outline(contentId));
    const published = book && book.serial.chapters > 0 ? await chapters.list(bookId) : [];
    const contents = book && assembleContents(contentId, outline, book.serial.change, published);
    if (!contents) throw new Failure('book_not_found', `Book ${bookId} no longer exists.`);
    const allSections = await texts.sections(contentId, contents.readingOrder);
    if (!licence) return { contents, sections: allSections, scope: [contentId, contents.change] };
    const sample = published.length > 0 ? await licences.findSample(book, contents) : licence;
    const sections = applyLicences(allSections, contents, licence, sample ?? licence);
    const scope = [contentId, contents.change, writeLicence(licence)];
    return { contents, sections, scope };
  }
};

/** Applies the session's license to the file's sections and the current sample to chapters. */
function applyLicences(
  allSections: SearchableSection[],
  { readingOrder }: BookContents,
  licence: Licence,
  sample: Licence,
): SearchableSection[] {
  const licensed = restrictTexts(allSections, licence);
  if (sample === licence) return licensed;
  const chapters = restrictTexts(allSections, sample);
  return licensed.map((section, at) =>
    readingOrder[at]?.chapter ? (chapters[at] ?? section) : section,
  );
}
