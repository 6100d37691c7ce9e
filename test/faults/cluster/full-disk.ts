import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { runSvc } from '../../server/cli/run-svc.ts';
import { freePort } from '../../free-port.ts';
import { startCluster } from '../../server/postgres-cluster.ts';
import { kill, ready, startServer } from './servers.ts';

/**
 * Contents of the small disk: all SQLite files, all PostgreSQL files, or PostgreSQL's tables
 * without the write-ahead log.
 */
export type DiskContent = 'sqlite' | 'postgres' | 'postgres-tables';

export interface DiskReport {
  acknowledged: number;
  /** Status of writes while the disk is full. */
  fullStatus: Record<string, number>;
  /** Status of `/healthz` and of a read while the disk is full. */
  health: number;
  read: number;
  /** Time from freeing space to the first successful write without restarting the server. */
  recoveryMs: number;
  lost: number;
}

interface Disk {
  environment: Record<string, string>;
  /** Restarts the database if it has ended, as systemd and Patroni do. */
  supervise(): void;
  stop(): void;
}

const megabyte = 2 ** 20;
const writers = 4;

/**
 * Fills the disk of a server's database under load, on a file system in memory. Null if the machine
 * does not allow it.
 */
export async function runFullDisk(content: DiskContent): Promise<DiskReport | null> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-disk-'));
  chmodSync(folder, 0o777);
  const mount = join(folder, 'small');
  mkdirSync(mount);
  // Enough for the writes after space was freed.
  const size = content === 'sqlite' ? '96m' : '256m';
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', mount]);
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    if (mounted.status !== 0) return null;
    stops.push(() => spawnSync('umount', [mount]));
    const disk = await openDisk(content, folder, mount);
    stops.push(() => disk.stop());
    return await fillDisk(disk, mount, stops);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function openDisk(content: DiskContent, folder: string, mount: string): Promise<Disk> {
  chmodSync(mount, 0o777);
  const data = join(content === 'sqlite' ? mount : folder, 'data');
  mkdirSync(data);
  const environment = { SVC_DATA: data, SVC_SECRET: 'a secret of thirty-two characters' };
  if (content === 'sqlite') {
    return { environment: { ...environment, DATABASE_URL: '' }, supervise() {}, stop() {} };
  }
  const place = content === 'postgres' ? mount : folder;
  const cluster = startCluster({ folder: place, owner: process.pid, isDurable: true });
  const client = new Client({ connectionString: `${cluster.url}/postgres` });
  await client.connect();
  if (content === 'postgres-tables') {
    const tables = join(mount, 'tables');
    mkdirSync(tables);
    spawnSync('chown', ['postgres', tables]);
    await client.query(`create tablespace small location '${tables}'`);
    await client.query('create database svc tablespace small');
  } else await client.query('create database svc');
  await client.end();
  return {
    environment: { ...environment, DATABASE_URL: `${cluster.url}/svc` },
    supervise() {
      try {
        cluster.startAgain();
      } catch {
        // The server is running or cannot start yet.
      }
    },
    stop: () => cluster.stopAtOnce(),
  };
}

async function fillDisk(
  { environment, supervise }: Disk,
  mount: string,
  stops: (() => unknown)[],
): Promise<DiskReport> {
  const created = await runSvc(environment, 'keys', 'create', '--tier', 'unlimited', '--json');
  const { key } = JSON.parse(created.stdout) as { key: string };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startServer(port, { environment });
  stops.push(() => kill(server));
  await ready(url);
  // Files that an administrator deletes to free space.
  const ballast = join(mount, 'ballast');
  const { bavail, bsize } = statfsSync(mount);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 8 * megabyte));

  const send = async (path: string, body?: object) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => null);
    return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
  };
  const ids: string[] = [];
  const failures: Record<string, number> = {};
  const load = { failures: 0, lastWriteMs: 0 };
  const over = new AbortController();
  const write = async () => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const { status, text } = await send('/v1/books', {
        title: `Book ${count}`,
        // Random bytes that cannot be compressed.
        description: randomBytes(3000).toString('base64'),
      });
      if (status === 201) {
        const { data: book } = JSON.parse(text) as { data: { id: string } };
        ids.push(book.id);
        load.lastWriteMs = performance.now();
      } else {
        load.failures += 1;
        failures[status] = (failures[status] ?? 0) + 1;
        await delay(50);
      }
    }
  };
  const running = Promise.all(Array.from({ length: writers }, write));
  const deadline = Date.now() + 180_000;
  while (load.failures < 100 && Date.now() < deadline) await delay(100);
  for (let count = 0; count < 3; count += 1) {
    supervise();
    await delay(1000);
  }
  const health = (await send('/healthz')).status;
  const read = (await send('/v1/keys/me')).status;
  const fullStatus = { ...failures };
  const freedMs = performance.now();
  rmSync(ballast);
  for (let waits = 0; load.lastWriteMs < freedMs && waits < 480; waits += 1) {
    supervise();
    await delay(250);
  }
  const recoveryMs = Math.round(load.lastWriteMs - freedMs);
  await delay(3000);
  over.abort();
  await running;
  let lost = 0;
  for (const id of ids) if ((await send(`/v1/books/${id}`)).status !== 200) lost += 1;
  return { acknowledged: ids.length, fullStatus, health, read, recoveryMs, lost };
}
