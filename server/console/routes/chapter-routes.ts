import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bookEvents } from '../../books/book-events.ts';
import { NewBook } from '../../books/book-input.ts';
import { BookId, ChapterId } from '../../books/contract.ts';
import { bookWriter } from '../../books/writer.ts';
import { chapters } from '../../chapters/chapters.ts';
import {
  ChapterListPosition,
  ChapterPatch,
  NewChapter,
  PublishRequest,
  type SerialChapter,
} from '../../chapters/contract.ts';
import {
  type ChapterRow,
  getChapter,
  listChapters,
  toChapterView,
  toSerialChapter,
} from '../../chapters/store.ts';
import type { Database } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { readPosition } from '../../http/pagination.ts';
import type { Change } from '../audit-log.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ListPage } from '../contract.ts';
import { requireAccount } from '../visitor.ts';
import { requireOwnBook } from './book-routes.ts';

const pageSize = 100;
/**
 * Maximum number of chapters in a book whose chapters can be moved. Renumbering more would take too
 * long for one transaction.
 */
const maxMoved = 2000;

const BookParams = z.object({ accountId: z.string(), bookId: BookId });
const ChapterParams = z.object({ accountId: z.string(), chapterId: ChapterId });
const Page = z.strictObject({ cursor: z.string().max(500).optional() });
const Move = z.strictObject({
  /** Number of positions by which to move: -1 moves the chapter before the previous one. */
  by: z.union([z.literal(-1), z.literal(1)]),
});

/** Serial fiction: books without a file, and their chapters. */
export const chapterRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, audit, events, publicUrl, cursors, chapters: services } = context;
  const account = '/console/api/accounts/:accountId';
  const anyRevision = () => undefined;

  /** Returns the domain module for a transaction. Content is compiled before the transaction. */
  const chaptersIn = (tx: Database, compile = services.compile) =>
    chapters({ ...context, ...services, db: tx, compile });

  /**
   * POST …/books with `{ title }` → `{ id }`: a private book without text, to which chapters are
   * added.
   */
  app.post(
    `${account}/books`,
    { schema: { body: NewBook.pick({ title: true }) } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const { title } = request.body;
      const id = await audit.change(request, async (tx) => {
        const writer = bookWriter({
          ...context,
          db: tx,
          bookEvents: bookEvents(events, publicUrl),
        });
        const bookId = await writer.add(accountId, NewBook.parse({ title, visibility: 'private' }));
        const change = { accountId, action: 'book.create', target: bookId, after: { title } };
        return { result: bookId, change };
      });
      reply.status(201);
      return { data: { id } };
    },
  );

  /**
   * GET …/books/:bookId/chapters?cursor= → `ListPage<SerialChapter>` in order. Errors:
   * `book_not_found`.
   */
  app.get(
    `${account}/books/:bookId/chapters`,
    { schema: { params: BookParams, querystring: Page } },
    async (request): Promise<ListPage<SerialChapter>> => {
      const { id: accountId } = requireAccount(request);
      const { bookId } = request.params;
      await requireOwnBook(db, accountId, bookId);
      const scope = JSON.stringify(['console chapters', accountId, bookId]);
      const after = readPosition(ChapterListPosition, cursors, request.query.cursor, scope) ?? null;
      const limit = pageSize + 1;
      const found = await listChapters(db.query, bookId, { isOwn: true, after, limit });
      const data = found.chapters.slice(0, pageSize);
      const last = found.chapters.length > pageSize ? data.at(-1) : undefined;
      const position = last && { position: last.position, id: last.id };
      return { data, nextCursor: position ? cursors.write(position, scope) : null };
    },
  );

  /**
   * POST …/books/:bookId/chapters with `NewChapter` → `SerialChapter`. Errors: `book_not_found`.
   */
  app.post(
    `${account}/books/:bookId/chapters`,
    { schema: { params: BookParams, body: NewChapter } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const { bookId } = request.params;
      await requireOwnBook(db, accountId, bookId);
      const compiled = await services.compile(bookId, request.body);
      const data = await audit.change(request, async (tx) => {
        const row = await chaptersIn(tx, async () => compiled).add(accountId, bookId, request.body);
        return written('chapter.create', accountId, null, row);
      });
      reply.status(201);
      return { data };
    },
  );

  /** GET …/chapters/:chapterId → `ChapterView`. Errors: `chapter_not_found`. */
  app.get(
    `${account}/chapters/:chapterId`,
    { schema: { params: ChapterParams } },
    async (request) => ({
      data: toChapterView(
        await requireOwnChapter(db, requireAccount(request).id, request.params.chapterId),
        true,
      ),
    }),
  );

  /**
   * PATCH …/chapters/:chapterId with `ChapterPatch` → `SerialChapter`. Errors: `chapter_not_found`.
   */
  app.patch(
    `${account}/chapters/:chapterId`,
    { schema: { params: ChapterParams, body: ChapterPatch } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { chapterId } = request.params;
      const { content, format } = request.body;
      const known = await requireOwnChapter(db, accountId, chapterId);
      const compiled =
        content === undefined ? null : await services.compile(known.book_id, { content, format });
      const data = await audit.change(request, async (tx) => {
        const before = await requireOwnChapter(tx, accountId, chapterId);
        const compile = compiled ? async () => compiled : services.compile;
        const row = await chaptersIn(tx, compile).change(
          accountId,
          chapterId,
          request.body,
          anyRevision,
        );
        return written('chapter.change', accountId, before, row);
      });
      return { data };
    },
  );

  /** POST …/chapters/:chapterId/publish with `PublishRequest` → `SerialChapter`. */
  app.post(
    `${account}/chapters/:chapterId/publish`,
    { schema: { params: ChapterParams, body: PublishRequest } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { chapterId } = request.params;
      const data = await audit.change(request, async (tx) => {
        const before = await requireOwnChapter(tx, accountId, chapterId);
        const row = await chaptersIn(tx).publish(accountId, chapterId, request.body);
        return written('chapter.publish', accountId, before, row);
      });
      return { data };
    },
  );

  /** POST …/chapters/:chapterId/unpublish → `SerialChapter`. */
  app.post(
    `${account}/chapters/:chapterId/unpublish`,
    { schema: { params: ChapterParams } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { chapterId } = request.params;
      const data = await audit.change(request, async (tx) => {
        const before = await requireOwnChapter(tx, accountId, chapterId);
        const row = await chaptersIn(tx).unpublish(accountId, chapterId);
        return written('chapter.unpublish', accountId, before, row);
      });
      return { data };
    },
  );

  /**
   * POST …/chapters/:chapterId/move with `{ by }` → `{}`. Numbers the chapters if positions are
   * equal.
   */
  app.post(
    `${account}/chapters/:chapterId/move`,
    { schema: { params: ChapterParams, body: Move } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { chapterId } = request.params;
      const { by } = request.body;
      await audit.change(request, async (tx) => {
        const { book_id: bookId } = await requireOwnChapter(tx, accountId, chapterId);
        const page = { isOwn: true, after: null, limit: maxMoved + 1 };
        const { chapters: ordered } = await listChapters(tx.query, bookId, page);
        if (ordered.length > maxMoved) throw tooManyChapters();
        const at = ordered.findIndex(({ id }) => id === chapterId);
        const [other, moved] = [ordered[at + by], ordered[at]];
        const change = { accountId, action: 'chapter.move', target: chapterId, after: { by } };
        if (!moved || !other) return { result: null, change };
        ordered[at] = other;
        ordered[at + by] = moved;
        const writer = chaptersIn(tx);
        for (const [position, chapter] of ordered.entries()) {
          if (chapter.position === position) continue;
          await writer.change(accountId, chapter.id, { position }, anyRevision);
        }
        return { result: null, change };
      });
      return { data: {} };
    },
  );

  /** DELETE …/chapters/:chapterId. Errors: `chapter_not_found`. */
  app.delete(
    `${account}/chapters/:chapterId`,
    { schema: { params: ChapterParams } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { chapterId } = request.params;
      await audit.change(request, async (tx) => {
        const before = await requireOwnChapter(tx, accountId, chapterId);
        await chaptersIn(tx).remove(accountId, chapterId, anyRevision);
        const { title } = before;
        const change = {
          accountId,
          action: 'chapter.delete',
          target: chapterId,
          before: { title },
        };
        return { result: null, change };
      });
      return { data: {} };
    },
  );
};

/**
 * Returns a chapter of the account's own book, including to members who can only read. @throws
 * Failure `chapter_not_found`.
 */
async function requireOwnChapter(
  { query }: Database,
  accountId: string,
  chapterId: string,
): Promise<ChapterRow> {
  const { row, isOwn } = await getChapter(query, accountId, chapterId);
  if (isOwn) return row;
  throw new Failure('chapter_not_found', `No chapter with id ${chapterId} in this account.`);
}

/** Returns the result of a change and its audit log entry, without the text. */
function written(
  action: string,
  accountId: string,
  before: ChapterRow | null,
  after: ChapterRow,
): { result: SerialChapter; change: Change } {
  const shown = ({ title, state, publish_at: publishAt, content_digest: digest }: ChapterRow) => ({
    title,
    state,
    publishAt,
    content: digest.slice(0, 12),
  });
  const values = { before: before && shown(before), after: shown(after) };
  return {
    result: toSerialChapter(after),
    change: { accountId, action, target: after.id, ...values },
  };
}

function tooManyChapters(): Failure {
  return new Failure(
    'conflict',
    `Books with more than ${maxMoved} chapters cannot be reordered here.`,
  );
}
