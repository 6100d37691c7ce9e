import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Schema } from './schema.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** An SQLite file, made when it is missing: durable on commit, and open to other processes. */
export function openSqlite(path: string): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new ConcurrentSqliteAdapter(),
      createDriver: () => new SqliteDriver(() => openHandles(path)),
      createIntrospector: (query) => new SqliteIntrospector(query),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** The driver keeps writers apart itself and lets reads pass. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** The engine's own waiting stops the whole process: briefly here, then the driver waits politely. */
const busyTimeoutMs = 20;

async function openHandles(path: string) {
  const writer = new DatabaseSync(path, { timeout: busyTimeoutMs });
  await turnToWal(writer);
  writer.exec('pragma synchronous = full; pragma foreign_keys = on');
  const reader = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true });
  return { writer, reader };
}

/** Needs the file alone for a moment, which the engine's timeout does not cover. */
async function turnToWal(database: DatabaseSync) {
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
