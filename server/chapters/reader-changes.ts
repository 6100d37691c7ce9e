import { allocateRevisions } from '../books/store.ts';
import { afterCommit } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { ChapterRow } from './store.ts';

/** Told after the commit of the book whose readers will notice a change. */
export type NotifyReaders = (bookId: string) => void;

/**
 * Counts a change of a chapter that readers notice, in its transaction, and what there is to read now.
 * Drafts and times to come are nobody’s business.
 */
export async function recordReaderChange(
  tx: Queries,
  { before, after }: { before: ChapterRow | null; after: ChapterRow },
  wake: NotifyReaders,
): Promise<void> {
  const wasOut = before?.state === 'published';
  const isOut = after.state === 'published';
  if (!wasOut && !isOut) return;
  const bookId = after.book_id;
  const chapters = Number(isOut) - Number(wasOut);
  const words = (isOut ? after.words : 0) - (wasOut ? before.words : 0);
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
      published_change: wasOut ? 0 : change,
    })
    .onConflict((conflict) =>
      conflict
        .column('chapter_id')
        .doUpdateSet({ change, ...(wasOut ? {} : { published_change: change }) }),
    )
    .execute();
  afterCommit(tx, () => wake(bookId));
  if (chapters === 0 && words === 0) return;
  const revision = await allocateRevisions(tx, 1);
  await tx
    .updateTable('books')
    .set({ revision, updated_at: after.updated_at })
    .where('id', '=', bookId)
    .execute();
}
