import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fastTemporaryFolder } from './fast-temporary-folder.ts';

export interface Cluster {
  /** Base URL in the form `postgres://…`, without a database name. */
  url: string;
  /** Kills all PostgreSQL processes, which simulates a power loss. */
  stopAtOnce(): void;
  /** Restarts PostgreSQL on the same port, with recovery. */
  startAgain(): void;
}

export interface ClusterOptions {
  /** Existing folder for the cluster, which is removed with it. */
  folder: string;
  /** Process whose end stops the cluster. */
  owner: number;
  /** Whether commits wait for the disk, as in production. */
  isDurable: boolean;
}

/** Autovacuum visits every database once a minute and would never stop with hundreds of them. */
const hasty =
  ' -c fsync=off -c full_page_writes=off -c autovacuum=off -c synchronous_commit=off -c shared_buffers=256MB';

/** Creates and starts a PostgreSQL server. */
export function startCluster({ folder, owner, isDurable }: ClusterOptions): Cluster {
  const bin = findBinaries();
  if (!bin) throw new Error('PostgreSQL is not installed.');
  const data = join(isDurable ? folder : fastTemporaryFolder(), `${basename(folder)}-data`);
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root.
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
  const start = (options: string) =>
    run('pg_ctl', 'start', '-w', '-D', data, '-l', join(data, 'log'), '-o', options).status === 0;
  const stop = ['stop', '-D', data, '-m', 'immediate'];

  if (isRoot) chmodSync(folder, 0o777);
  const user = ['-U', 'postgres', '-A', 'trust'];
  const made = run('initdb', '-D', data, ...user, '-E', 'UTF8', '--no-locale', '--no-sync');
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  watch(
    owner,
    [folder, data],
    as('pg_ctl', ...stop)
      .flat()
      .join(' '),
  );
  for (let attempt = 0; attempt < 10; attempt += 1) {
    // Below the range of ephemeral ports.
    const port = 20_000 + ((process.pid * 7 + attempt * 131) % 12_000);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200${isDurable ? '' : hasty}`;
    if (!start(options)) continue;
    return {
      url: `postgres://postgres@127.0.0.1:${port}`,
      stopAtOnce: () => void run('pg_ctl', ...stop),
      startAgain() {
        if (!start(options)) throw new Error('PostgreSQL did not start again.');
      },
    };
  }
  throw new Error(`pg_ctl start failed: ${run('pg_ctl', 'status', '-D', data).stdout}`);
}

/** Stops the server when its owner ends. */
function watch(owner: number, folders: string[], stop: string) {
  const script = `while kill -0 ${owner} 2>/dev/null; do sleep 1; done; ${stop}; rm -rf ${folders.join(' ')}`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore', cwd: tmpdir() }).unref();
}

/** Returns the folder of PostgreSQL's programs, or null if PostgreSQL is not installed. */
export function findBinaries(): string | null {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort().toReversed();
  const all = [...debian, ...(process.env['PATH'] ?? '').split(delimiter)];
  return (
    all.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_ctl'))) ?? null
  );
}
