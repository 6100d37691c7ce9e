import { type OwnedBook, lockOwnedBook } from '../books/store.ts';
import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { EventLog } from '../events/event-log.ts';
import { appendChapterEvent } from './chapter-events.ts';
import type { ContentCompiler } from './content-compiler.ts';
import type { ChapterPatch, NewChapter, PublishRequest } from './contract.ts';
import {
  getChapter,
  lockOwnChapter,
  nextPosition,
  type ChapterRow,
  deleteChapter,
  wasDeletedBy,
} from './store.ts';
import { recordReaderChange, type NotifyReaders } from './reader-changes.ts';
import { checkPublishAt, publish, type PublicationState, unpublish } from './publication-state.ts';

export interface ChaptersContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  events: EventLog;
  compile: ContentCompiler;
  notifyReaders?: NotifyReaders;
}

export type Chapters = ReturnType<typeof chapters>;

/** Writes serial fiction. Commits each change together with its event. */
export function chapters({ db, now, newId, events, compile, ...more }: ChaptersContext) {
  const { notifyReaders = () => undefined } = more;

  return {
    /** @throws Failure `book_not_found`, `not_yours`, `invalid_request`. */
    async add(accountId: string, bookId: string, input: NewChapter): Promise<ChapterRow> {
      const at = now();
      checkPublishAt(input.publishAt, at);
      await db.transaction((tx) => lockOwnedBook(tx, db.engine, accountId, bookId));
      const compiled = await compile(bookId, input);
      const id = newId('ch');
      return db.transaction(async (tx) => {
        const book = await lockOwnedBook(tx, db.engine, accountId, bookId);
        const draft: ChapterRow = {
          id,
          book_id: bookId,
          title: input.title,
          position: input.position ?? (await nextPosition(tx, bookId)),
          state: 'draft',
          ...compiled,
          publish_at: null,
          published_at: null,
          revision: 1,
          created_at: at.toISOString(),
          updated_at: at.toISOString(),
        };
        await tx.insertInto('serial_chapters').values(draft).execute();
        if (input.publishAt === undefined) return draft;
        return setPublicationState(
          tx,
          book,
          draft,
          publish(publicationStateOf(draft), input.publishAt, at),
        );
      });
    },

    /**
     * @param checkRevision - Throws if the change is based on a different revision of the chapter.
     * @throws Failure `chapter_not_found`, `not_yours`, `invalid_request`.
     */
    async change(
      accountId: string,
      chapterId: string,
      { content, format, title, position }: ChapterPatch,
      checkRevision: (revision: number) => void,
    ): Promise<ChapterRow> {
      const { row: known } = await db.transaction((tx) =>
        lockOwnChapter(tx, db.engine, accountId, chapterId),
      );
      const compiled =
        content === undefined ? null : await compile(known.book_id, { content, format });
      return db.transaction(async (tx) => {
        const { row, book } = await lockOwnChapter(tx, db.engine, accountId, chapterId);
        checkRevision(row.revision);
        const changed: ChapterRow = {
          ...row,
          title: title ?? row.title,
          position: position ?? row.position,
          ...compiled,
        };
        const isSame =
          changed.title === row.title &&
          changed.position === row.position &&
          changed.content_digest === row.content_digest;
        if (isSame) return row;
        const after = await write(tx, changed);
        await recordReaderChange(tx, { before: row, after }, notifyReaders);
        await appendChapterEvent(tx, events, 'chapter.updated', book, { before: row, after });
        return after;
      });
    },

    /**
     * Does nothing if the chapter is already published. @throws Failure `chapter_not_found`,
     * `not_yours`.
     */
    async publish(
      accountId: string,
      chapterId: string,
      input: PublishRequest,
    ): Promise<ChapterRow> {
      checkPublishAt(input.publishAt, now());
      return changePublicationState(accountId, chapterId, (row) =>
        publish(publicationStateOf(row), input.publishAt, now()),
      );
    },

    /** @throws Failure `chapter_not_found`, `not_yours`. */
    async unpublish(accountId: string, chapterId: string): Promise<ChapterRow> {
      return changePublicationState(accountId, chapterId, (row) =>
        unpublish(publicationStateOf(row)),
      );
    },

    /**
     * Withdraws and deletes a chapter. Deleting it again does nothing.
     *
     * @param checkRevision - Throws if the request is based on a different revision of the chapter.
     * @throws Failure `chapter_not_found`, `not_yours`.
     */
    async remove(
      accountId: string,
      chapterId: string,
      checkRevision: (revision: number) => void,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        if (await wasDeletedBy(tx, accountId, chapterId)) return;
        const { row, book } = await lockOwnChapter(tx, db.engine, accountId, chapterId).catch(
          async (error: unknown) => {
            // A concurrent request can delete the chapter while this one waits for the lock.
            if (await wasDeletedBy(tx, accountId, chapterId)) return { row: null, book: null };
            throw error;
          },
        );
        if (!row) return;
        checkRevision(row.revision);
        const withdrawn = await setPublicationState(
          tx,
          book,
          row,
          unpublish(publicationStateOf(row)),
        );
        await deleteChapter(tx, withdrawn, now().toISOString());
      });
    },

    /** @throws Failure `chapter_not_found`. */
    get: (accountId: string, chapterId: string) => getChapter(db.query, accountId, chapterId),
  };

  function changePublicationState(
    accountId: string,
    chapterId: string,
    to: (row: ChapterRow) => PublicationState | null,
  ): Promise<ChapterRow> {
    return db.transaction(async (tx) => {
      const { row, book } = await lockOwnChapter(tx, db.engine, accountId, chapterId);
      return setPublicationState(tx, book, row, to(row));
    });
  }

  async function setPublicationState(
    tx: Queries,
    book: OwnedBook,
    before: ChapterRow,
    to: PublicationState | null,
  ): Promise<ChapterRow> {
    if (!to || to.state === 'draft') return before;
    const after = await write(tx, {
      ...before,
      state: to.state,
      publish_at: to.publishAt,
      published_at: to.publishedAt,
    });
    await recordReaderChange(tx, { before, after }, notifyReaders);
    await appendChapterEvent(tx, events, `chapter.${to.state}`, book, { before, after });
    return after;
  }

  async function write(tx: Queries, row: ChapterRow): Promise<ChapterRow> {
    const after = { ...row, revision: row.revision + 1, updated_at: now().toISOString() };
    const { id, ...values } = after;
    await tx.updateTable('serial_chapters').set(values).where('id', '=', id).execute();
    return after;
  }
}

function publicationStateOf(row: ChapterRow): PublicationState {
  return { state: row.state, publishAt: row.publish_at, publishedAt: row.published_at };
}
