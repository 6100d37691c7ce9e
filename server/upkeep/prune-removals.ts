import type { Database } from '../db/open.ts';

const dayMs = 86_400_000;
const batchSize = 500;

/**
 * Forgets which books were removed more than a day ago: every process that searches has seen it
 * within a second, and one that starts later never knew the book.
 *
 * @param pause - Between two batches.
 */
export async function pruneRemovals(
  { query }: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  // Removals have a revision, but no time: what the clock of books showed at which time is noted.
  const { revision } = await query
    .selectFrom('book_clock')
    .select('revision')
    .executeTakeFirstOrThrow();
  await query
    .insertInto('book_clock_marks')
    .values({ noted_at: now.toISOString(), revision })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const mark = await query
    .selectFrom('book_clock_marks')
    .selectAll()
    .where('noted_at', '<=', new Date(now.getTime() - dayMs).toISOString())
    .orderBy('noted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!mark) return;
  for (;;) {
    const { numDeletedRows } = await query
      .deleteFrom('book_removals')
      .where('revision', 'in', (inner) =>
        inner
          .selectFrom('book_removals')
          .select('revision')
          .where('revision', '<=', mark.revision)
          .limit(batchSize),
      )
      .executeTakeFirst();
    if (numDeletedRows < batchSize) break;
    await pause();
  }
  await query.deleteFrom('book_clock_marks').where('noted_at', '<', mark.noted_at).execute();
}
