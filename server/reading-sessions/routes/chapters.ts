import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ChapterId } from '../../books/contract.ts';
import { Failure } from '../../failure.ts';
import { integerParameter } from '../../http/query-parameters.ts';
import type { PublishedChapterStore } from '../published-chapter-store.ts';
import { SectionContent } from '../contract.ts';
import { allowedEnd, type Licence } from '../../books/licence/licence.ts';
import { restrictSection, type Licences } from '../../books/licence/licences.ts';
import type { BookStore } from '../../books/store.ts';
import { checkSectionLicensed } from '../licensed-content.ts';
import type { BookOutlines } from '../store.ts';
import { sendSection } from '../send-content.ts';
import type { RequireContentAccess } from '../content-access.ts';
import { ContentId, sessionFailureCodes } from '../session-gate.ts';

export interface ChapterContentRoutesOptions {
  chapters: PublishedChapterStore;
  outlines: BookOutlines;
  books: BookStore;
  licences: Licences;
  requireAccess: RequireContentAccess;
}

/** `/content/{contentId}/chapters/…`: published chapters. */
export const chapterContentRoutes: FastifyPluginAsyncZod<ChapterContentRoutesOptions> = async (
  app,
  { chapters, outlines, books, licences, requireAccess },
) => {
  /**
   * → `Section`. Errors: `session_invalid`, `session_expired`, `not_licensed`, `chapter_not_found`.
   */
  app.get(
    '/content/:contentId/chapters/:chapterId/:revision',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getPublishedChapter',
        summary: 'Get a published chapter',
        description:
          'Use the `revision` from the reading order. If the chapter has changed since then, the response ' +
          'contains the current text with its own revision and must not be cached. The chapter in which a ' +
          'sample ends is truncated there, and can be cached only if `?end=` equals that offset.',
        params: z.strictObject({
          contentId: ContentId,
          chapterId: ChapterId,
          revision: integerParameter(1)
            .describe('The chapter’s revision from the reading order.')
            .meta({ example: 3 }),
        }),
        querystring: z.strictObject({
          end: integerParameter(0)
            .optional()
            .describe('Offset of `access.until`, for the chapter in which the sample ends.')
            .meta({ example: 2048 }),
        }),
        response: { 200: z.object({ data: SectionContent }) },
      },
      config: {
        access: 'session',
        fails: [...sessionFailureCodes, 'not_licensed', 'chapter_not_found'],
      },
    },
    async (request, reply) => {
      const { contentId, chapterId, revision } = request.params;
      const access = await requireAccess(request, contentId);
      const { bookId, licence } = access;
      const location = licence && (await locateChapter(bookId, chapterId));
      if (location) checkSectionLicensed(location.sample, location.index);
      const encoded = await chapters.findEncoded(bookId, chapterId);
      if (!encoded || encoded.revision < revision) {
        throw new Failure('chapter_not_found', `This book has no published chapter ${chapterId}.`);
      }
      const end = location && allowedEnd(location.sample, location.index);
      const isCacheable = encoded.revision === revision && (request.query.end ?? null) === end;
      const cacheControl = isCacheable ? access.cacheControl : 'private, no-store';
      if (!location || end === null) return sendSection(request, reply, encoded, cacheControl);
      const { data } = parseEncodedSection(await encoded.json());
      reply.header('Cache-Control', cacheControl);
      return { data: restrictSection(data, location.sample, location.index) };
    },
  );

  /**
   * Reads the chapter's index and the sample again because chapters can change during a session.
   */
  async function locateChapter(
    bookId: string,
    chapterId: string,
  ): Promise<{ index: number; sample: Licence | null }> {
    const book = await books.findAny(bookId);
    const contents = book && (await outlines.forBook(book));
    const index =
      contents?.readingOrder.findIndex(({ chapter }) => chapter?.id === chapterId) ?? -1;
    if (!contents || index === -1) {
      throw new Failure('chapter_not_found', `This book has no published chapter ${chapterId}.`);
    }
    return { index, sample: await licences.findSample(book, contents) };
  }
};

function parseEncodedSection(json: Uint8Array): { data: SectionContent } {
  return JSON.parse(Buffer.from(json).toString()) as { data: SectionContent };
}
