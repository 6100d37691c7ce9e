import { UsageError } from './config.ts';
import { clockDifferenceMs, maxClockDifferenceMs } from './db/clock-difference.ts';
import { unknownMigrations } from './db/migrate.ts';
import type { Database } from './db/open.ts';

/**
 * Makes sure that no newer release has changed the schema. Call it after `migrate`.
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

/** @throws UsageError if this machine's clock differs from the database's by more than 30 seconds. */
export async function checkClock(db: Database, now: () => Date): Promise<void> {
  const difference = await clockDifferenceMs(db, now);
  if (difference === null || Math.abs(difference) <= maxClockDifferenceMs) return;
  const seconds = Math.round(Math.abs(difference) / 1000);
  throw new UsageError(
    `clock_skew: this machine’s clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the database’s, so ` +
      'sessions and signatures would be rejected. Synchronize both clocks, for example with "timedatectl set-ntp true".',
  );
}
