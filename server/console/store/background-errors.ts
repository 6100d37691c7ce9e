import { createHash } from 'node:crypto';
import type { Database } from '../../db/open.ts';
import { dayMs } from '../../values/time.ts';

/** Time for which a kind of error is kept after its last occurrence. */
const keptMs = 14 * dayMs;
const maxListed = 50;
const maxMessageLength = 500;

/** Errors of one kind of a background job. */
export interface BackgroundError {
  /** The failed task, such as `expired rows could not be pruned`. */
  task: string;
  message: string;
  count: number;
  firstAt: string;
  lastAt: string;
}

/** Counts an error of a background job. Equal errors of a task share a row. */
export async function countBackgroundError(
  db: Database,
  task: string,
  message: string,
  at: Date,
): Promise<void> {
  const text = message.slice(0, maxMessageLength);
  const id = createHash('sha256')
    .update(JSON.stringify([task, text]))
    .digest('hex');
  const now = at.toISOString();
  await db.relaxedTransaction(async (query) => {
    await query
      .insertInto('background_errors')
      .values({ id, task, message: text, count: 1, first_at: now, last_at: now })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          count: eb('background_errors.count', '+', 1),
          last_at: now,
        })),
      )
      .execute();
  });
}

/** Returns the errors of all processes, latest first. */
export async function listBackgroundErrors({ query }: Database): Promise<BackgroundError[]> {
  const rows = await query
    .selectFrom('background_errors')
    .selectAll()
    .orderBy('last_at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map((row) => ({
    task: row.task,
    message: row.message,
    count: row.count,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}

/** Deletes errors that have not occurred for two weeks. */
export async function pruneBackgroundErrors({ query }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  await query.deleteFrom('background_errors').where('last_at', '<', before).execute();
}
