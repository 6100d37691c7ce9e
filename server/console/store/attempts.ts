import { createHash } from 'node:crypto';
import { maxClockDifferenceMs } from '../../db/clock-difference.ts';
import type { Database, Queries } from '../../db/open.ts';

export interface Failures {
  /** Number of earlier failures. */
  count: number;
  lastMs: number;
}

/** Addresses and networks are not stored. */
const idOf = (key: string) => createHash('sha256').update(key).digest('hex');

/**
 * Adds a failure and returns the number of earlier ones. Call in a transaction. Other attempts with
 * the same key wait until it ends, so that concurrent guesses are counted one by one.
 */
export async function addFailure(
  query: Queries,
  key: string,
  nowMs: number,
  memoryMs: number,
): Promise<Failures> {
  const id = idOf(key);
  const now = new Date(nowMs).toISOString();
  const forgottenBefore = new Date(nowMs - memoryMs).toISOString();
  // A later failure was stored by a clock that has been set back since.
  const wrongAfter = new Date(nowMs + maxClockDifferenceMs).toISOString();
  const { count, last_at: lastAt } = await query
    .insertInto('failed_attempts')
    .values({ id, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when(
            eb.or([
              eb('failed_attempts.last_at', '<', forgottenBefore),
              eb('failed_attempts.last_at', '>', wrongAfter),
            ]),
          )
          .then(1)
          .else(eb('failed_attempts.count', '+', 1))
          .end(),
      })),
    )
    .returning(['count', 'last_at'])
    .executeTakeFirstOrThrow();
  await query.updateTable('failed_attempts').set({ last_at: now }).where('id', '=', id).execute();
  return { count: Number(count) - 1, lastMs: Date.parse(lastAt) };
}

/** Removes one failure of each key. */
export async function removeFailures(query: Queries, keys: readonly string[]): Promise<void> {
  await query
    .updateTable('failed_attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('id', 'in', keys.map(idOf))
    .where('count', '>', 0)
    .execute();
}

/** Deletes all failures of a key. */
export async function forgetFailures(query: Queries, key: string): Promise<void> {
  await query.deleteFrom('failed_attempts').where('id', '=', idOf(key)).execute();
}

/** Deletes expired failures. */
export async function pruneFailures({ query }: Database, before: Date): Promise<void> {
  await query.deleteFrom('failed_attempts').where('last_at', '<', before.toISOString()).execute();
}
