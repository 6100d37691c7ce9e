import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../config.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { migrate } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';

/**
 * Opens and migrates the configured database, runs `work`, and closes it. A server may use it at
 * the same time.
 */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openConfiguredDatabase(readConfig(process.env));
  try {
    await migrate(db, () => new Date());
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Delays before each retry. Long enough for a restart or a failover of PostgreSQL. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 16_000, 30_000];

/**
 * Repeats work while PostgreSQL is not available, for about a minute, so that a restart does not
 * end a long command. Does not wait for an SQLite file, because a person must repair its disk.
 *
 * @param work - Must have the same result if it is repeated after it has succeeded.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || readConfig(process.env).databaseUrl === null)
        throw error;
      console.error('The database is not available. Trying again …');
      await delay(delayMs);
    }
  }
  return await work();
}
