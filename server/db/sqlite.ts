import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Schema } from './schema.ts';
import { SqliteDriver, SqliteFile } from './sqlite-driver.ts';

/**
 * An SQLite file, made when it is missing: durable on commit, and open to other processes.
 * `relaxed` writes to the same file, and its transactions do not wait for the disk.
 */
export function openSqlite(path: string): { query: Kysely<Schema>; relaxed: Kysely<Schema> } {
  const file = new SqliteFile(() => openHandles(path));
  const over = (isRelaxed: boolean) =>
    new Kysely<Schema>({
      dialect: {
        createAdapter: () => new ConcurrentSqliteAdapter(),
        createDriver: () => new SqliteDriver(file, isRelaxed),
        createIntrospector: (query) => new SqliteIntrospector(query),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
  return { query: over(false), relaxed: over(true) };
}

/** The driver keeps writers apart itself and lets reads pass. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** The engine's own waiting stops the whole process: briefly here, then the driver waits politely. */
const engineBusyTimeoutMs = 20;

async function openHandles(path: string) {
  const writer = new DatabaseSync(path, { timeout: engineBusyTimeoutMs });
  await enableWal(writer);
  // Pages of 4 kB until the log is folded in: what changes often is written once for all of it.
  writer.exec('pragma foreign_keys = on; pragma wal_autocheckpoint = 4000');
  writer.exec('pragma cache_size = -8000');
  const reader = new DatabaseSync(path, { timeout: engineBusyTimeoutMs, readOnly: true });
  return { writer, reader };
}

/** Needs the file alone for a moment, which the engine's timeout does not cover. */
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
