import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries, startCluster } from './postgres-cluster.ts';

/** Why there is no PostgreSQL to test on; null when there is. */
export const postgresMissing = findBinaries()
  ? null
  : 'PostgreSQL is not installed here (apt-get install postgresql): only SQLite is tested';

/**
 * A new database of the run's own PostgreSQL server, which is started by whoever needs it first.
 *
 * @param isDurable - Whether a commit waits for the disk, as it does in earnest; the first call decides.
 */
export async function newPostgresDatabase(isDurable = false): Promise<string> {
  const server = await startOnce(isDurable);
  const name = `test_${process.pid}_${(count += 1)}`;
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${server}/${name}`;
}

let count = 0;

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
  writeFileSync(`${address}.new`, url);
  renameSync(`${address}.new`, address);
  return url;
}
