import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/open.ts';

/** Opens the configured database and creates its folder if it is missing. */
export function openConfiguredDatabase(config: Config): Database {
  if (config.databaseUrl) {
    return openDatabase({ url: config.databaseUrl, maxConnections: config.databaseConnections });
  }
  mkdirSync(config.dataFolder, { recursive: true });
  return openDatabase({ sqlitePath: join(config.dataFolder, 'svc.sqlite') });
}
