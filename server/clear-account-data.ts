import { z } from 'zod';
import { removeBook } from './books/store.ts';
import type { Database } from './db/open.ts';
import type { Queries } from './db/schema.ts';
import { environmentOf, testAccountOf } from './values/environment.ts';

/** Deleted rows by kind. */
export type ClearedRows = Record<(typeof steps)[number]['name'], number>;

/** Rows per transaction. Live requests wait for at most one of these transactions. */
const batchSize = 200;

/**
 * Deletes all data of a test environment, except its keys, their quotas and the position in its
 * event log, so that the keys keep working and no event position is used twice. Works in batches,
 * so the next call continues after an interruption. Keeps sales' exchange rates because live sales
 * can share them.
 *
 * @param accountId - Id of the test environment.
 */
export async function clearTestData(db: Database, accountId: string): Promise<ClearedRows> {
  if (environmentOf(accountId) !== 'test') throw new Error(`${accountId} is a live account.`);
  const cleared: [string, number][] = [];
  for (const step of steps) {
    cleared.push([step.name, await deleteAll(db, accountId, step, async () => undefined)]);
  }
  return Object.fromEntries(cleared) as ClearedRows;
}

/** Kept after the deletion of an account, because tax law requires it. */
const keptSteps = new Set<string>(['payouts', 'sales', 'affiliates']);

/**
 * Deletes the content of accounts that their owners deleted, and their test environments. Keeps
 * sales, commissions, payouts and affiliates. The next run continues an interrupted one.
 *
 * @param pause - Called between batches to let others write. Rejects to stop.
 */
export async function purgeDeletedAccounts(
  db: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  const accounts = await db.query
    .selectFrom('accounts')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .execute();
  for (const { id } of accounts) {
    const testId = testAccountOf(id);
    for (const step of steps) {
      await deleteAll(db, testId, step, pause);
      if (!keptSteps.has(step.name)) await deleteAll(db, id, step, pause);
    }
    await db.query.deleteFrom('uploads').where('account_id', '=', id).execute();
    await db.query.deleteFrom('accounts').where('id', '=', testId).execute();
    await db.query
      .updateTable('accounts')
      .set({ purged_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
  }
}

/** @returns The number of deleted rows. */
async function deleteAll(
  db: Database,
  accountId: string,
  { deleteBatch }: (typeof steps)[number],
  pause: () => Promise<unknown>,
): Promise<number> {
  let rows = 0;
  for (;;) {
    const deleted = await db.transaction((tx) => deleteBatch(tx, accountId));
    if (deleted === 0) return rows;
    rows += deleted;
    await pause();
  }
}

/**
 * Each function deletes up to `batchSize` rows and their dependent rows, and returns the number of
 * rows.
 */
const steps = [
  { name: 'events', deleteBatch: deleteEvents },
  { name: 'webhooks', deleteBatch: deleteWebhooks },
  { name: 'webhookPortals', deleteBatch: deleteWebhookPortals },
  { name: 'payouts', deleteBatch: deletePayouts },
  { name: 'sales', deleteBatch: deleteSales },
  { name: 'affiliates', deleteBatch: deletePartners },
  { name: 'visits', deleteBatch: deleteVisits },
  { name: 'analytics', deleteBatch: deleteAnalytics },
  { name: 'clicks', deleteBatch: deleteClicks },
  { name: 'deployments', deleteBatch: deleteDeployments },
  { name: 'sessions', deleteBatch: deleteSessions },
  { name: 'books', deleteBatch: deleteBook },
  { name: 'settings', deleteBatch: deleteSettings },
] as const;

const LoggedObject = z.object({ data: z.object({ object: z.object({ id: z.string() }) }) });

/** Deletes the oldest events with their deliveries and the sequences of their resources. */
async function deleteEvents(tx: Queries, accountId: string): Promise<number> {
  const events = await tx
    .selectFrom('events')
    .select(['id', 'position', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .limit(batchSize)
    .execute();
  const last = events.at(-1);
  if (!last) return 0;
  const ids = events.map(({ id }) => id);
  const deliveries = await tx
    .deleteFrom('webhook_deliveries')
    .where('event_id', 'in', ids)
    .returning('id')
    .execute();
  await deleteAttempts(tx, deliveries);
  const resources = events.flatMap(({ body }) => {
    const { data } = LoggedObject.safeParse(JSON.parse(body));
    return data ? [data.data.object.id] : [];
  });
  await deleteSequences(tx, resources);
  await tx
    .deleteFrom('events')
    .where('account_id', '=', accountId)
    .where('position', '<=', last.position)
    .execute();
  await tx
    .updateTable('event_logs')
    .set({ kept_after: last.position })
    .where('account_id', '=', accountId)
    .execute();
  return events.length;
}

/** Deletes deliveries whose event is no longer logged, then webhooks. */
async function deleteWebhooks(tx: Queries, accountId: string): Promise<number> {
  const webhooks = tx.selectFrom('webhooks').select('id').where('account_id', '=', accountId);
  const deliveries = await tx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', 'in', webhooks)
        .limit(batchSize),
    )
    .returning('id')
    .execute();
  await deleteAttempts(tx, deliveries);
  if (deliveries.length > 0) return deliveries.length;
  const deleted = await tx
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  await deleteSequences(tx, idsOf(deleted));
  return deleted.length;
}

/** Deletes the links and open pages of customers. */
async function deleteWebhookPortals(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('webhook_portals').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_portals')
    .where('id', 'in', batch.limit(batchSize))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteAttempts(tx: Queries, deliveries: { id: string }[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.deleteFrom('webhook_attempts').where('delivery_id', 'in', idsOf(deliveries)).execute();
}

async function deletePayouts(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('payouts').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('payouts')
    .where('id', 'in', batch.limit(batchSize))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes sales with their refunds and commissions. */
async function deleteSales(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('sales').select('id').where('account_id', '=', accountId);
  const deleted = await tx
    .deleteFrom('sales')
    .where('id', 'in', batch.limit(batchSize))
    .returning('id')
    .execute();
  await deleteSequences(tx, idsOf(deleted));
  return deleted.length;
}

async function deletePartners(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('partners').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('partners')
    .where('id', 'in', batch.limit(batchSize))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteVisits(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('visits').select('trace_id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('visits')
    .where('trace_id', 'in', batch.limit(batchSize))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes beacons first, because counting the remaining ones would add new counts. */
async function deleteAnalytics(tx: Queries, accountId: string): Promise<number> {
  for (const table of ['beacon_queue', 'beacons'] as const) {
    const batch = tx.selectFrom(table).select('trace_id').where('account_id', '=', accountId);
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('trace_id', 'in', batch.limit(batchSize))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0) return Number(numDeletedRows);
  }
  let deleted = 0;
  for (const table of ['analytics_readers', 'analytics_hours', 'analytics_days'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

async function deleteClicks(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('clicks').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('clicks')
    .where('id', 'in', batch.limit(batchSize))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes one deployment at a time with its files and domains, because the files are large. */
async function deleteDeployments(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('deployments').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('deployments')
    .where('id', 'in', batch.limit(1))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteSessions(tx: Queries, accountId: string): Promise<number> {
  const batch = tx.selectFrom('reader_sessions').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await tx
    .deleteFrom('reader_sessions')
    .where('id', 'in', batch.limit(batchSize))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes one book at a time with its text, chapters and reviews, because books are large. */
async function deleteBook(tx: Queries, accountId: string): Promise<number> {
  const book = await tx
    .selectFrom('books')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  if (!book) return 0;
  const chapters = await tx
    .selectFrom('serial_chapters')
    .select('id')
    .where('book_id', '=', book.id)
    .execute();
  const reviews = await tx
    .selectFrom('reviews')
    .select('id')
    .where('book_id', '=', book.id)
    .execute();
  await removeBook(tx, book.id);
  for (const id of [book.id, ...idsOf(chapters), ...idsOf(reviews)])
    await deleteSequences(tx, [id]);
  return 1;
}

/** Deletes stored responses to repeated requests, and the accounts that may add reviews. */
async function deleteSettings(tx: Queries, accountId: string): Promise<number> {
  const keys = await tx
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const accounts = await tx
    .deleteFrom('review_accounts')
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(keys.numDeletedRows) + Number(accounts.numDeletedRows);
}

async function deleteSequences(tx: Queries, resourceIds: string[]): Promise<void> {
  if (resourceIds.length === 0) return;
  await tx.deleteFrom('event_sequences').where('resource_id', 'in', resourceIds).execute();
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
