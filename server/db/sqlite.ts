import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseLoad } from '../telemetry/state-metrics.ts';
import type { Schema } from './schema.ts';
import { SqliteDriver, SqliteFile } from './sqlite-driver.ts';
import { queryTracer } from './trace-queries.ts';

/**
 * Opens an SQLite file and creates it if it is missing. Commits are durable, and other processes
 * can use the file. `relaxed` writes to the same file without waiting for the disk.
 */
export function openSqlite(path: string): {
  query: Kysely<Schema>;
  relaxed: Kysely<Schema>;
  load: () => DatabaseLoad;
} {
  const file = new SqliteFile(() => openHandles(path));
  const log = queryTracer('sqlite', Date.now);
  const over = (isRelaxed: boolean) =>
    new Kysely<Schema>({
      log,
      dialect: {
        createAdapter: () => new ConcurrentSqliteAdapter(),
        createDriver: () => new SqliteDriver(file, isRelaxed),
        createIntrospector: (query) => new SqliteIntrospector(query),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
  return { query: over(false), relaxed: over(true), load: () => file.load() };
}

/** The driver serializes writers itself and runs reads concurrently. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/**
 * Short because SQLite's own waiting blocks the process. `retryWhileBusy` continues asynchronously.
 */
const engineBusyTimeoutMs = 20;

async function openHandles(path: string) {
  const writer = new DatabaseSync(path, { timeout: engineBusyTimeoutMs });
  await enableWal(writer);
  // 4,000 pages of 4 kB between checkpoints, so pages that change often are copied only once per
  // checkpoint.
  writer.exec('pragma foreign_keys = on; pragma wal_autocheckpoint = 4000');
  writer.exec('pragma cache_size = -8000');
  const reader = new DatabaseSync(path, { timeout: engineBusyTimeoutMs, readOnly: true });
  return { writer, reader };
}

/** Retries because the engine's timeout does not apply to the required exclusive lock. */
async function enableWal(database: DatabaseSync) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
    }
    await delay(20);
  }
}
