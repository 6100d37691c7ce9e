import type { Database } from '../db/open.ts';

/** Rows per transaction. Other writers wait a few milliseconds for it. */
const batchSize = 500;
const finishedStates = ['delivered', 'failed'] as const;

/**
 * Deletes deliveries that finished before a time, with their attempts. Keeps pending and held
 * deliveries.
 *
 * @param before - ISO 8601 UTC.
 * @param pause - Called between batches.
 */
export async function pruneDeliveries(
  db: Database,
  before: string,
  pause: () => Promise<unknown>,
): Promise<void> {
  // Ids increase with time, so the loop stops at the first recent delivery.
  for (let last = ''; ; await pause()) {
    const rows = await db.query
      .selectFrom('webhook_deliveries')
      .select(['id', 'state', 'created_at', 'finished_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const old = rows.filter(
      ({ finished_at: end, state }) =>
        end !== null && end < before && finishedStates.some((one) => one === state),
    );
    if (old.length > 0) {
      await removeDeliveries(
        db,
        old.map(({ id }) => id),
        before,
      );
    }
    const end = rows.at(-1);
    if (!end || end.created_at >= before) return;
    last = end.id;
  }
}

/** Skips deliveries that were retried in the meantime. */
async function removeDeliveries(db: Database, ids: string[], before: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', ids)
      .where('state', 'in', finishedStates)
      .where('finished_at', '<', before)
      .returning('id')
      .execute();
    if (removed.length === 0) return;
    await tx
      .deleteFrom('webhook_attempts')
      .where(
        'delivery_id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute();
  });
}
