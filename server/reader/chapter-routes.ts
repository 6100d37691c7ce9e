import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ChapterId } from '../books/contract.ts';
import { Failure } from '../failure.ts';
import { wholeNumber } from '../http/whole-number.ts';
import type { ChapterStore } from './chapter-store.ts';
import { SectionContent } from './contract.ts';
import { checkLicence } from './licence.ts';
import type { Readings } from './readings.ts';
import { immutable, sendSection } from './send-section.ts';
import { ContentId, sessionOf } from './session-of.ts';
import type { Sessions } from './session.ts';

export interface ChapterContentOptions {
  chapters: ChapterStore;
  readings: Readings;
  sessions: Sessions;
}

/** `/content/{contentId}/chapters/…`: the texts of published chapters. */
export const chapterContentRoutes: FastifyPluginAsyncZod<ChapterContentOptions> = async (
  app,
  { chapters, readings, sessions },
) => {
  /** → `Section`. Fails: `session_invalid`, `session_expired`, `not_licensed`, `chapter_not_found`. */
  app.get(
    '/content/:contentId/chapters/:chapterId/:revision',
    {
      schema: {
        tags: ['Content'],
        summary: 'Read a published chapter',
        description:
          'As it stands in the reading order, where its `revision` is. When it was changed since then, ' +
          'the answer is the new text, which says its own revision and is not to be kept.',
        params: z.strictObject({
          contentId: ContentId,
          chapterId: ChapterId,
          revision: wholeNumber(1).describe('Of the chapter in the reading order.'),
        }),
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: SectionContent }) },
      },
      config: { access: 'session', fails: ['not_licensed', 'chapter_not_found'] },
    },
    async (request, reply) => {
      const { contentId, chapterId, revision } = request.params;
      const { bookId, licence } = sessionOf(sessions, request, contentId);
      if (licence) {
        checkLicence(licence, await readings.placeOfChapter(contentId, bookId, chapterId));
      }
      const answer = await chapters.answer(bookId, chapterId);
      if (!answer || answer.revision < revision) {
        throw new Failure('chapter_not_found', `This book has no such chapter ${chapterId}.`);
      }
      const isAsAsked = answer.revision === revision;
      return sendSection(request, reply, answer, isAsAsked ? immutable : 'private, no-store');
    },
  );
};
