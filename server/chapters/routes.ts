import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId, ChapterId } from '../books/contract.ts';
import { requireCaller } from '../http/caller.ts';
import { checkIfMatch, revisionEtag } from '../http/etag.ts';
import type { Chapters } from './chapters.ts';
import { ChapterPatch, ChapterView, NewChapter, PublishRequest } from './contract.ts';
import { type ChapterRow, toChapterView } from './store.ts';

const OneChapter = z.object({ data: ChapterView });
/** Maximum body size. Enough for one million characters as their longest JSON escapes. */
const maxBodyBytes = 8 * 1024 * 1024;

/** `/v1/chapters` and POST `/v1/books/{id}/chapters` */
export const chapterRoutes: FastifyPluginAsyncZod<{ chapters: Chapters }> = async (
  app,
  { chapters },
) => {
  const params = z.strictObject({ chapterId: ChapterId });
  const querystring = z.strictObject({});
  const tags = ['Chapters'];

  /** → `ChapterView`. Errors: `book_not_found`, `not_yours`. */
  app.post(
    '/v1/books/:bookId/chapters',
    {
      bodyLimit: maxBodyBytes,
      schema: {
        tags,
        operationId: 'createChapter',
        summary: 'Add a chapter to a book',
        description:
          'Adds a chapter of serial fiction as a draft, or schedules it with `publishAt`. The chapters ' +
          'in a book’s EPUB are separate and change only with the file.',
        params: z.strictObject({ bookId: BookId }),
        querystring,
        body: NewChapter,
        response: { 201: OneChapter },
      },
      config: { permission: 'write:chapters', fails: ['book_not_found', 'not_yours'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const row = await chapters.add(accountId, request.params.bookId, request.body);
      reply.status(201).header('Location', `/v1/chapters/${row.id}`);
      return sendWithEtag(reply, row, true);
    },
  );

  /** → `ChapterView`. Errors: `chapter_not_found`. */
  app.get(
    '/v1/chapters/:chapterId',
    {
      schema: {
        tags,
        operationId: 'getChapter',
        summary: 'Get a chapter',
        description:
          'Returns a chapter written on this server. For other accounts, only published chapters, without their content.',
        params,
        querystring,
        response: { 200: OneChapter },
      },
      config: { permission: 'read:chapters', fails: ['chapter_not_found'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { row, isOwn } = await chapters.get(accountId, request.params.chapterId);
      return sendWithEtag(reply, row, isOwn);
    },
  );

  /** → `ChapterView`. Errors: `chapter_not_found`, `not_yours`, `precondition_failed`. */
  app.patch(
    '/v1/chapters/:chapterId',
    {
      bodyLimit: maxBodyBytes,
      schema: {
        tags,
        operationId: 'updateChapter',
        summary: 'Update a chapter',
        description: 'Missing members keep their values. A patch without changes creates no event.',
        params,
        querystring,
        body: ChapterPatch,
        response: { 200: OneChapter },
      },
      config: {
        permission: 'write:chapters',
        fails: ['chapter_not_found', 'not_yours', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { chapterId } = request.params;
      const ifMatch = request.headers['if-match'];
      const row = await chapters.change(accountId, chapterId, request.body, (revision) =>
        checkIfMatch(ifMatch, revision),
      );
      return sendWithEtag(reply, row, true);
    },
  );

  /** Errors: `chapter_not_found`, `not_yours`, `precondition_failed`. */
  app.delete(
    '/v1/chapters/:chapterId',
    {
      schema: {
        tags,
        operationId: 'deleteChapter',
        summary: 'Delete a chapter',
        description:
          'Deletes the chapter with its text, in any state. A published or scheduled chapter is ' +
          'withdrawn first, which creates the event `chapter.unpublished` and removes it from open ' +
          'readers. Deleting it again within 30 days also returns 204.',
        params,
        querystring,
        response: { 204: z.null() },
      },
      config: {
        permission: 'write:chapters',
        fails: ['chapter_not_found', 'not_yours', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const ifMatch = request.headers['if-match'];
      await chapters.remove(accountId, request.params.chapterId, (revision) =>
        checkIfMatch(ifMatch, revision),
      );
      return reply.status(204).send(null);
    },
  );

  /** → `ChapterView`. Errors: `chapter_not_found`, `not_yours`. */
  app.post(
    '/v1/chapters/:chapterId/publish',
    {
      schema: {
        tags,
        operationId: 'publishChapter',
        summary: 'Publish or schedule a chapter',
        description:
          'Publishes the chapter now or, with `publishAt`, at that time. Scheduling again replaces the ' +
          'time. A chapter that is already published does not change and creates no event.',
        params,
        querystring,
        body: PublishRequest.nullish(),
        response: { 200: OneChapter },
      },
      config: { permission: 'write:chapters', fails: ['chapter_not_found', 'not_yours'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const row = await chapters.publish(accountId, request.params.chapterId, request.body ?? {});
      return sendWithEtag(reply, row, true);
    },
  );

  /** → `ChapterView`. Errors: `chapter_not_found`, `not_yours`. */
  app.post(
    '/v1/chapters/:chapterId/unpublish',
    {
      schema: {
        tags,
        operationId: 'unpublishChapter',
        summary: 'Withdraw a chapter',
        description:
          'Withdraws a published or scheduled chapter. Chapters in other states do not change. The ' +
          'chapter can be published again.',
        params,
        querystring,
        response: { 200: OneChapter },
      },
      config: { permission: 'write:chapters', fails: ['chapter_not_found', 'not_yours'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      return sendWithEtag(
        reply,
        await chapters.unpublish(accountId, request.params.chapterId),
        true,
      );
    },
  );
};

function sendWithEtag(
  reply: { header: (name: string, value: string) => unknown },
  row: ChapterRow,
  isOwn: boolean,
): z.infer<typeof OneChapter> {
  const answer = { data: toChapterView(row, isOwn) };
  reply.header('ETag', revisionEtag(row.revision, answer));
  return answer;
}
