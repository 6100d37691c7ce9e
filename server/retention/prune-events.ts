import type { Database } from '../db/open.ts';

/** Rows of one statement: others wait for it some milliseconds. */
const batchSize = 500;

/**
 * Ends every account's log where the events of a moment begin, and removes what is before, except
 * what a delivery still needs. First it is written down up to where events may be missing, then they
 * go: so no reader takes a hole for the whole.
 *
 * @param before - ISO 8601 UTC.
 * @param pause - Between two batches.
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

/** The position of the last of the old events, as far as no younger one is before it. */
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
              // By the index of endpoint and event: an account has few endpoints.
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
