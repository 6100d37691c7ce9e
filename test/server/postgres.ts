import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

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
  const url = start(isDurable);
  writeFileSync(`${address}.new`, url);
  renameSync(`${address}.new`, address);
  return url;
}

function start(isDurable: boolean): string {
  const bin = findBinaries();
  if (!bin) throw new Error('PostgreSQL is not installed.');
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root.
  const as = (program: string, ...args: string[]): [string, string[]] =>
    isRoot
      ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]]
      : [join(bin, program), args];
  const run = (program: string, ...args: string[]) =>
    spawnSync(...as(program, ...args), {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  if (isRoot) chmodSync(folder, 0o777);
  const made = run(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  watch(`${as('pg_ctl').flat().join(' ')} stop -D ${data} -m immediate`);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    // Below the ports that the system hands out to others.
    const port = 20_000 + ((owner * 7 + attempt * 131) % 12_000);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200${isDurable ? '' : ' -c fsync=off -c full_page_writes=off'}`;
    const started = run(
      'pg_ctl',
      'start',
      '-w',
      '-D',
      data,
      '-l',
      join(data, 'log'),
      '-o',
      options,
    );
    if (started.status === 0) return `postgres://postgres@127.0.0.1:${port}`;
  }
  throw new Error(`pg_ctl start failed: ${run('pg_ctl', 'status', '-D', data).stdout}`);
}

/** Ends the server when the run has ended, however it ended. */
function watch(stop: string) {
  const script = `while kill -0 ${owner} 2>/dev/null; do sleep 1; done; ${stop}; rm -rf ${folder}`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore', cwd: tmpdir() }).unref();
}

function findBinaries(): string | null {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort().toReversed();
  const all = [...debian, ...(process.env['PATH'] ?? '').split(delimiter)];
  return (
    all.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_ctl'))) ?? null
  );
}
