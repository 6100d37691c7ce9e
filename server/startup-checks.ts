import { UsageError } from './config.ts';
import { clockDifferenceMs, maxClockDifferenceMs } from './db/clock-difference.ts';
import { unknownMigrations } from './db/migrate.ts';
import type { Database } from './db/open.ts';
import { StorageError } from './storage/object-store.ts';
import { probeObjectStore } from './storage/open-object-store.ts';

/**
 * Ensures that no newer release has changed the schema. Call this after `migrate`.
 *
 * @throws UsageError if the database has migrations that this release lacks.
 */
export async function checkSchemaVersion(db: Database): Promise<void> {
  const newer = await unknownMigrations(db);
  if (newer.length === 0) return;
  throw new UsageError(
    `schema_newer: a newer release has changed this database (${newer.join(', ')}). Run that release, or restore a ` +
      'backup from before the update.',
  );
}

/**
 * Ensures that the content of all books can be read.
 *
 * @throws UsageError if the object storage does not work, or if it contains content but is not
 * configured.
 */
export async function checkStorage(db: Database): Promise<void> {
  const { objects } = db;
  if (!objects) {
    if (!(await hasObjects(db))) return;
    throw new UsageError(
      'storage_missing: the content of this database’s books is in object storage. Set SVC_STORAGE_URL as in the ' +
        'other processes, or move it back with "svc storage migrate --to database".',
    );
  }
  try {
    await probeObjectStore(objects);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new UsageError(
      `storage_unreachable: ${error.message}. Check SVC_STORAGE_URL, AWS_ENDPOINT_URL_S3, AWS_REGION and the ` +
        'credentials, which must allow reading, writing and deleting objects.',
      { cause: error },
    );
  }
}

/** Whether any book's content is in object storage. */
async function hasObjects(db: Database): Promise<boolean> {
  for (const table of ['sections', 'resources', 'epub_files', 'book_covers'] as const) {
    const row = await db.query
      .selectFrom(table)
      .select('object')
      .where('object', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/**
 * @throws UsageError if this machine's clock differs from the database's by more than 30 seconds.
 */
export async function checkClock(db: Database, now: () => Date): Promise<void> {
  const difference = await clockDifferenceMs(db, now);
  if (difference === null || Math.abs(difference) <= maxClockDifferenceMs) return;
  const seconds = Math.round(Math.abs(difference) / 1000);
  throw new UsageError(
    `clock_skew: this machine’s clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the database’s, so ` +
      'sessions and signatures would be rejected. Synchronize both clocks, for example with "timedatectl set-ntp true".',
  );
}
