import { allocateRevisions } from '../books/store.ts';
import { afterCommit } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { ChapterRow } from './store.ts';

/** Called after the commit with the book that has changed for readers. */
export type NotifyReaders = (bookId: string) => void;

/**
 * Records a reader-visible chapter change in its transaction and updates the book's totals. Ignores
 * changes to drafts and schedules.
 */
export async function recordReaderChange(
  tx: Queries,
  { before, after }: { before: ChapterRow | null; after: ChapterRow },
  notifyReaders: NotifyReaders,
): Promise<void> {
  const wasPublished = before?.state === 'published';
  const isPublished = after.state === 'published';
  if (!wasPublished && !isPublished) return;
  const bookId = after.book_id;
  const chapters = Number(isPublished) - Number(wasPublished);
  const words = (isPublished ? after.words : 0) - (wasPublished ? before.words : 0);
  const { change } = await tx
    .insertInto('serials')
    .values({ book_id: bookId, change: 1, chapters, words })
    .onConflict((conflict) =>
      conflict.column('book_id').doUpdateSet((eb) => ({
        change: eb('serials.change', '+', 1),
        chapters: eb('serials.chapters', '+', chapters),
        words: eb('serials.words', '+', words),
      })),
    )
    .returning('change')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('serial_changes')
    .values({
      chapter_id: after.id,
      book_id: bookId,
      change,
      published_change: wasPublished ? 0 : change,
    })
    .onConflict((conflict) =>
      conflict
        .column('chapter_id')
        .doUpdateSet({ change, ...(wasPublished ? {} : { published_change: change }) }),
    )
    .execute();
  afterCommit(tx, () => notifyReaders(bookId));
  if (chapters === 0 && words === 0) return;
  const revision = await allocateRevisions(tx, 1);
  await tx
    .updateTable('books')
    .set({ revision, updated_at: after.updated_at })
    .where('id', '=', bookId)
    .execute();
}
