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
import { immutableCacheControl, sendSection } from '../send-content.ts';
import {
  ContentId,
  sessionFailureCodes,
  type SessionGate,
  requireSession,
} from '../session-gate.ts';

export interface ChapterContentRoutesOptions {
  chapters: PublishedChapterStore;
  outlines: BookOutlines;
  books: BookStore;
  licences: Licences;
  gate: SessionGate;
  now: () => Date;
}

/** `/content/{contentId}/chapters/…`: the texts of published chapters. */
export const chapterContentRoutes: FastifyPluginAsyncZod<ChapterContentRoutesOptions> = async (
  app,
  { chapters, outlines, books, licences, gate, now },
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
          'the answer is the new text, which says its own revision and is not to be kept. The chapter in ' +
          'which a sample ends is cut there; it may be kept at `?end=` of that offset alone.',
        params: z.strictObject({
          contentId: ContentId,
          chapterId: ChapterId,
          revision: integerParameter(1)
            .describe('Of the chapter in the reading order.')
            .meta({ example: 3 }),
        }),
        querystring: z.strictObject({
          end: integerParameter(0)
            .optional()
            .describe('Where the sample ends, in the chapter in which it does: `access.until`.')
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
      const { bookId, licence, accessEndsAt } = await requireSession(gate, request, contentId);
      const place = licence && (await placeIn(bookId, chapterId));
      if (place) checkSectionLicensed(place.sample, place.index);
      const answer = await chapters.findEncoded(bookId, chapterId);
      if (!answer || answer.revision < revision) {
        throw new Failure('chapter_not_found', `This book has no such chapter ${chapterId}.`);
      }
      const end = place && allowedEnd(place.sample, place.index);
      const isAsAsked = answer.revision === revision && (request.query.end ?? null) === end;
      const cacheControl = isAsAsked
        ? immutableCacheControl(accessEndsAt, now())
        : 'private, no-store';
      if (!place || end === null) return sendSection(request, reply, answer, cacheControl);
      const { data } = parseEncodedSection(await answer.json());
      reply.header('Cache-Control', cacheControl);
      return { data: restrictSection(data, place.sample, place.index) };
    },
  );

  /** Chapters come and go: where one stands, and what the sample is, is asked anew. */
  async function placeIn(
    bookId: string,
    chapterId: string,
  ): Promise<{ index: number; sample: Licence | null }> {
    const book = await books.findAny(bookId);
    const reading = book && (await outlines.forBook(book));
    const index = reading?.readingOrder.findIndex(({ chapter }) => chapter?.id === chapterId) ?? -1;
    if (!reading || index === -1) {
      throw new Failure('chapter_not_found', `This book has no such chapter ${chapterId}.`);
    }
    return { index, sample: await licences.findSample(book, reading) };
  }
};

function parseEncodedSection(json: Uint8Array): { data: SectionContent } {
  return JSON.parse(Buffer.from(json).toString()) as { data: SectionContent };
}
