import type { Database } from '../db/open.ts';

/** Rows per statement. Other writers wait a few milliseconds for it. */
const batchSize = 500;

/**
 * Deletes events before a point in time from every account's log, except those to which a delivery
 * refers. Updates `kept_after` before deleting, so a reader never mistakes a gap for the complete
 * log.
 *
 * @param before - ISO 8601 UTC.
 * @param pause - Called between batches.
 */
export async function pruneEvents(
  db: Database,
  before: string,
  pause: () => Promise<unknown>,
): Promise<void> {
  const logs = await db.query.selectFrom('event_logs').selectAll().execute();
  for (const { account_id: accountId, kept_after: known } of logs) {
    const upTo = await findLastPositionBefore(db, accountId, known, before);
    if (upTo > known) {
      await db.query
        .updateTable('event_logs')
        .set({ kept_after: upTo })
        .where('account_id', '=', accountId)
        .where('kept_after', '<', upTo)
        .execute();
    }
    await deleteEvents(db, accountId, upTo, pause);
  }
}

/** Returns the position of the last event before the first recent event. */
async function findLastPositionBefore(
  { query }: Database,
  accountId: string,
  known: number,
  before: string,
): Promise<number> {
  for (let last = known; ;) {
    const rows = await query
      .selectFrom('events')
      .select(['position', 'created_at'])
      .where('account_id', '=', accountId)
      .where('position', '>', last)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    for (const { position, created_at: at } of rows) {
      if (at >= before) return last;
      last = position;
    }
    if (rows.length < batchSize) return last;
  }
}

async function deleteEvents(
  { query }: Database,
  accountId: string,
  upTo: number,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (let last = 0; last < upTo; await pause()) {
    const rows = await query
      .selectFrom('events')
      .select('position')
      .where('account_id', '=', accountId)
      .where('position', '>', last)
      .where('position', '<=', upTo)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    const end = rows.at(-1)?.position;
    if (end === undefined) return;
    await query
      .deleteFrom('events')
      .where('account_id', '=', accountId)
      .where('position', '>', last)
      .where('position', '<=', end)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_deliveries')
              .select('webhook_deliveries.id')
              .whereRef('webhook_deliveries.event_id', '=', 'events.id')
              // Uses the index on webhook and event, because an account has few webhooks.
              .where('webhook_deliveries.webhook_id', 'in', (inner) =>
                inner.selectFrom('webhooks').select('id').where('account_id', '=', accountId),
              ),
          ),
        ),
      )
      .execute();
    last = end;
  }
}
