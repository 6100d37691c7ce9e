import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, restrictToOwner } from './config.ts';
import { type Database, openDatabase } from './db/open.ts';

/** Opens the configured database. Creates a missing data folder, which only this user can read. */
export function openConfiguredDatabase(config: Config): Database {
  if (config.databaseUrl) {
    return openDatabase({ url: config.databaseUrl, maxConnections: config.databaseConnections });
  }
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const sqlitePath = join(config.dataFolder, 'svc.sqlite');
  closeSync(openSync(sqlitePath, 'a', 0o600));
  // Also for files of earlier releases; SQLite gives the log beside the file the same permissions.
  restrictToOwner(sqlitePath);
  return openDatabase({ sqlitePath });
}
