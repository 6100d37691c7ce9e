import type { Queries } from '../db/schema.ts';

/**
 * Takes the next `count` revisions for changes of books; returns the first of them.
 *
 * Call it in the transaction of the change, as late in it as can be: every other change of books
 * waits for its commit from here on, so that whoever has seen revision n has seen all before it.
 */
export async function takeRevisions(tx: Queries, count: number): Promise<number> {
  const { revision } = await tx
    .updateTable('book_clock')
    .set((eb) => ({ revision: eb('revision', '+', count) }))
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision - count + 1;
}
