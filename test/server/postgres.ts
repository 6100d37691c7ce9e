import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { findBinaries, startCluster } from './postgres-cluster.ts';

/** Reason why PostgreSQL is not available for tests, or null if it is available. */
export const postgresMissing = findBinaries()
  ? null
  : 'PostgreSQL is not installed here (apt-get install postgresql): only SQLite is tested';

export interface NewDatabaseOptions {
  /** Whether commits wait for the disk, as in production. The first caller decides. */
  isDurable?: boolean;
  /** Whether to create all tables. */
  hasTables?: boolean;
}

/** Creates a database on the test run's PostgreSQL server, which starts on first use. */
export async function newPostgresDatabase({
  isDurable = false,
  hasTables = false,
}: NewDatabaseOptions = {}): Promise<string> {
  const server = await startOnce(isDurable);
  const name = `test_${process.pid}_${(count += 1)}`;
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  // Copying files takes half as long as copying their content through the log.
  const copy = hasTables ? ` template ${withTables} strategy file_copy` : '';
  await client.query(`create database ${name}${copy}`);
  await client.end();
  return `${server}/${name}`;
}

let count = 0;

/** Created once per run, then copied. */
const withTables = 'test_with_tables';

/** The test files of a run share a server, which is identified by the runner's pid. */
const owner = process.env['NODE_TEST_CONTEXT'] ? process.ppid : process.pid;
const folder = join(tmpdir(), `svc-test-postgres-${owner}`);
const address = join(folder, 'address');

async function startOnce(isDurable: boolean): Promise<string> {
  try {
    mkdirSync(folder);
  } catch {
    // Another test file is starting the server.
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
