import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { findBinaries, startCluster } from './postgres-cluster.ts';

/** Why there is no PostgreSQL to test on; null when there is. */
export const postgresMissing = findBinaries()
  ? null
  : 'PostgreSQL is not installed here (apt-get install postgresql): only SQLite is tested';

export interface NewDatabaseOptions {
  /** Whether a commit waits for the disk, as it does in earnest; the first wish decides. */
  isDurable?: boolean;
  /** Whether every table is there; else it is empty. */
  hasTables?: boolean;
}

/** A new database of the run's own PostgreSQL server, which is started by whoever needs it first. */
export async function newPostgresDatabase({
  isDurable = false,
  hasTables = false,
}: NewDatabaseOptions = {}): Promise<string> {
  const server = await startOnce(isDurable);
  const name = `test_${process.pid}_${(count += 1)}`;
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${name}${hasTables ? ` template ${withTables}` : ''}`);
  await client.end();
  return `${server}/${name}`;
}

let count = 0;

/** Made once in a run, and copied from then on. */
const withTables = 'test_with_tables';

/** The test files of a run are processes of one runner: they share a server, found by its pid. */
const owner = process.env['NODE_TEST_CONTEXT'] ? process.ppid : process.pid;
const folder = join(tmpdir(), `svc-test-postgres-${owner}`);
const address = join(folder, 'address');

async function startOnce(isDurable: boolean): Promise<string> {
  try {
    mkdirSync(folder);
  } catch {
    // Another test file is starting it.
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (existsSync(address)) return readFileSync(address, 'utf8');
      await delay(100);
    }
    throw new Error('The PostgreSQL server of this run did not start within a minute.');
  }
  const { url } = startCluster({ folder, owner, isDurable });
  await makeTables(url);
  writeFileSync(`${address}.new`, url);
  renameSync(`${address}.new`, address);
  return url;
}

async function makeTables(server: string): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${withTables}`);
  await client.end();
  const db = openDatabase({ url: `${server}/${withTables}` });
  await migrate(db, () => new Date());
  await db.close();
}
