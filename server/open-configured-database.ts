import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { restrictToOwner } from './secret-file.ts';
import { type Database, openDatabase } from './db/open.ts';
import { openObjectStore } from './storage/open-object-store.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Opens the configured database. Creates a missing data folder, which only this user can read. */
export function openConfiguredDatabase(config: Config, metrics?: Metrics): Database {
  const objects = config.storageUrl === null ? null : openObjectStore(config.storageUrl, metrics);
  if (config.databaseUrl) {
    const { databaseUrl: url, databaseConnections: maxConnections } = config;
    return openDatabase({ url, maxConnections }, objects);
  }
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const sqlitePath = join(config.dataFolder, 'svc.sqlite');
  closeSync(openSync(sqlitePath, 'a', 0o600));
  // Also applies to files of earlier releases. SQLite gives the write-ahead log the same
  // permissions.
  restrictToOwner(sqlitePath);
  return openDatabase({ sqlitePath }, objects);
}
