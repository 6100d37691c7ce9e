import { columnTypes, type ColumnTypes } from './column-types.ts';
import * as accountsAndKeys from './migrations/0001-accounts-and-keys.ts';
import * as books from './migrations/0002-books.ts';
import * as rates from './migrations/0003-rates.ts';
import * as enrichment from './migrations/0004-enrichment.ts';
import * as idempotency from './migrations/0005-idempotency.ts';
import * as events from './migrations/0006-events.ts';
import * as webhooks from './migrations/0007-webhooks.ts';
import * as writes from './migrations/0008-writes.ts';
import * as intentsCarriedOut from './migrations/0009-intents-carried-out.ts';
import * as serials from './migrations/0010-serials.ts';
import * as quotaWarnings from './migrations/0011-quota-warnings.ts';
import * as retention from './migrations/0012-retention.ts';
import * as deployments from './migrations/0013-deployments.ts';
import * as affiliates from './migrations/0014-affiliates.ts';
import * as readerSessions from './migrations/0015-reader-sessions.ts';
import * as shelves from './migrations/0016-shelves.ts';
import * as settings from './migrations/0017-settings.ts';
import * as reviewModeration from './migrations/0018-review-moderation.ts';
import * as quotaStatements from './migrations/0019-quota-statements.ts';
import * as compilerVersions from './migrations/0020-compiler-versions.ts';
import * as deletedChapters from './migrations/0021-deleted-chapters.ts';
import * as conversionsPerClick from './migrations/0022-conversions-per-click.ts';
import * as saleAmounts from './migrations/0023-sale-amounts.ts';
import * as testEnvironments from './migrations/0024-test-environments.ts';
import * as bookUsage from './migrations/0025-book-usage.ts';
import * as componentFiles from './migrations/0026-component-files.ts';
import * as couponsAndRates from './migrations/0027-coupons-and-rates.ts';
import * as consoleAccess from './migrations/0028-console.ts';
import * as analytics from './migrations/0029-analytics.ts';
import * as usageAndRequestLog from './migrations/0030-usage-and-request-log.ts';
import * as storageObjects from './migrations/0031-storage-objects.ts';
import * as uploads from './migrations/0032-uploads.ts';
import * as signIn from './migrations/0033-sign-in.ts';
import * as secondFactors from './migrations/0034-second-factors.ts';
import * as singleSignOn from './migrations/0035-single-sign-on.ts';
import * as sampleAccounts from './migrations/0036-sample-accounts.ts';
import * as deliveryTraces from './migrations/0037-delivery-traces.ts';
import * as webhookPortal from './migrations/0038-webhook-portal.ts';
import * as backgroundErrors from './migrations/0039-background-errors.ts';
import * as ownCovers from './migrations/0042-own-covers.ts';
import * as analyticsCampaigns from './migrations/0043-analytics-campaigns.ts';
import * as requestLogBlocks from './migrations/0044-request-log-blocks.ts';
import * as searchIndexer from './migrations/0045-search-indexer.ts';
import * as deletedAccounts from './migrations/0046-deleted-accounts.ts';
import * as deliverySignatures from './migrations/0047-delivery-signatures.ts';
import * as usageDaysOfAnyOrder from './migrations/0048-usage-days-of-any-order.ts';
import type { Database } from './open.ts';
import type { Queries } from './schema.ts';

/** In execution order. Released migrations are never changed. */
const migrations: Record<string, { up: (query: Queries, types: ColumnTypes) => Promise<void> }> = {
  '0001-accounts-and-keys': accountsAndKeys,
  '0002-books': books,
  '0003-rates': rates,
  '0004-enrichment': enrichment,
  '0005-idempotency': idempotency,
  '0006-events': events,
  '0007-webhooks': webhooks,
  '0008-writes': writes,
  '0009-intents-carried-out': intentsCarriedOut,
  '0010-serials': serials,
  '0011-quota-warnings': quotaWarnings,
  '0012-retention': retention,
  '0013-deployments': deployments,
  '0014-affiliates': affiliates,
  '0015-reader-sessions': readerSessions,
  '0016-shelves': shelves,
  '0017-settings': settings,
  '0018-review-moderation': reviewModeration,
  '0019-quota-statements': quotaStatements,
  '0020-compiler-versions': compilerVersions,
  '0021-deleted-chapters': deletedChapters,
  '0022-conversions-per-click': conversionsPerClick,
  '0023-sale-amounts': saleAmounts,
  '0024-test-environments': testEnvironments,
  '0025-book-usage': bookUsage,
  '0026-component-files': componentFiles,
  '0027-coupons-and-rates': couponsAndRates,
  '0028-console': consoleAccess,
  '0029-analytics': analytics,
  '0030-usage-and-request-log': usageAndRequestLog,
  '0031-storage-objects': storageObjects,
  '0032-uploads': uploads,
  '0033-sign-in': signIn,
  '0034-second-factors': secondFactors,
  '0035-single-sign-on': singleSignOn,
  '0036-sample-accounts': sampleAccounts,
  '0037-delivery-traces': deliveryTraces,
  '0038-webhook-portal': webhookPortal,
  '0039-background-errors': backgroundErrors,
  '0042-own-covers': ownCovers,
  '0043-analytics-campaigns': analyticsCampaigns,
  '0044-request-log-blocks': requestLogBlocks,
  '0045-search-indexer': searchIndexer,
  '0046-deleted-accounts': deletedAccounts,
  '0047-delivery-signatures': deliverySignatures,
  '0048-usage-days-of-any-order': usageDaysOfAnyOrder,
};

/**
 * Runs pending migrations. Safe to call from several processes at the same time.
 *
 * @returns The names of the migrations that this call ran.
 */
export async function migrate(db: Database, now: () => Date): Promise<string[]> {
  await createMigrationTable(db);
  const ran: string[] = [];
  for (const [name, { up }] of Object.entries(migrations)) {
    const isMine = await db.transaction(async (query) => {
      // The row acts as a lock. A second process waits here until the first commits, then skips the
      // migration.
      const { numInsertedOrUpdatedRows } = await query
        .insertInto('migrations')
        .values({ name, applied_at: now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return false;
      await up(query, columnTypes[db.engine]);
      return true;
    });
    if (isMine) ran.push(name);
  }
  return ran;
}

/** Returns the names of pending migrations. Throws if the database is unreachable. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('migrations').select('name').execute();
  const applied = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).filter((name) => !applied.has(name));
}

/** Returns the migrations in the database that this release lacks, because a newer one has run. */
export async function unknownMigrations(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name).filter((name) => !isKnownMigration(name));
}

/** Whether this release has a migration with this name. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(migrations, name);
}

async function createMigrationTable(db: Database) {
  const create = () =>
    db.query.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', columnTypes[db.engine].key, (column) => column.primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute();
  try {
    await create();
  } catch {
    // In PostgreSQL, `if not exists` can fail if two processes create the table. In that case, the
    // table exists now.
    await create();
  }
}
