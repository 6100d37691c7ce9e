import { readConfig } from '../config.ts';
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
