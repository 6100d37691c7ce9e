import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runSvc } from '../../server/cli/run-svc.ts';
import { freePort } from '../../free-port.ts';
import { kill, ready, startServer } from './servers.ts';

export interface DiskReport {
  acknowledged: number;
  /** Status of writes while the disk is full. */
  fullStatus: Record<string, number>;
  /** Status of `/healthz` and of a read while the disk is full. */
  health: number;
  read: number;
  /** Whether a write succeeds after space is free, without a restart. */
  recovers: boolean;
  lost: number;
}

/** Fills the disk of a server with SQLite, on a file system in memory. Null if the machine does not allow it. */
export async function runFullDisk(megabytes = 24): Promise<DiskReport | null> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-disk-'));
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const data = join(folder, 'data');
  mkdirSync(data);
  const environment = { SVC_DATA: data, DATABASE_URL: '' };
  const created = await runSvc(environment, 'keys', 'create', '--tier', 'unlimited', '--json');
  const { key } = JSON.parse(created.stdout) as { key: string };
  // What an administrator deletes to free space.
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(4 * 2 ** 20));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startServer(port, { environment });
  try {
    await ready(url);
    const send = async (path: string, body?: object) => {
      const response = await fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const ids: string[] = [];
    const fullStatus: Record<string, number> = {};
    const write = async () => {
      const answer = await send('/v1/books', {
        title: `Book ${ids.length}`,
        description: 'A long description. '.repeat(200),
      });
      if (answer.status !== 201) return answer.status;
      const { data: book } = JSON.parse(answer.text) as { data: { id: string } };
      ids.push(book.id);
      return 201;
    };
    for (let failures = 0; failures < 20;) {
      const status = await write();
      if (status === 201) continue;
      failures += 1;
      fullStatus[status] = (fullStatus[status] ?? 0) + 1;
    }
    const health = (await send('/healthz')).status;
    const read = (await send('/v1/keys/me')).status;
    rmSync(ballast);
    let recovers = false;
    for (let attempt = 0; attempt < 20 && !recovers; attempt += 1)
      recovers = (await write()) === 201;
    let lost = 0;
    for (const id of ids) if ((await send(`/v1/books/${id}`)).status !== 200) lost += 1;
    return { acknowledged: ids.length, fullStatus, health, read, recovers, lost };
  } finally {
    await kill(server);
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface SkewReport {
  /** What a process prints that is 45 s ahead of the database. */
  refusal: string;
  exitCode: number | null;
  /** Whether one that is 20 s behind serves, and accepts a session that another process issued. */
  servesWithSmallSkew: boolean;
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/**
 * Starts processes with wrong clocks. Null without libfaketime.
 *
 * @param settings - Environment of the other processes.
 */
export async function runClockSkew(settings: Record<string, string>): Promise<SkewReport | null> {
  if (!existsSync(library) || !statSync(library).isFile()) return null;
  const folder = mkdtempSync(join(tmpdir(), 'svc-skew-'));
  const environment = (offset: string) => ({
    ...settings,
    SVC_DATA: folder,
    LD_PRELOAD: library,
    FAKETIME: offset,
    // Timers keep their speed.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  const port = await freePort();
  const ahead = startServer(port, { environment: environment('+45s') });
  const [refusal, [exitCode]] = await Promise.all([
    ahead.stderr ? text(ahead.stderr) : '',
    once(ahead, 'exit'),
  ]);
  const behind = startServer(port, { environment: environment('-20s') });
  try {
    await ready(`http://127.0.0.1:${port}`);
    return {
      refusal: refusal.trim(),
      exitCode: Number(exitCode),
      servesWithSmallSkew: (await fetch(`http://127.0.0.1:${port}/docs`)).ok,
    };
  } finally {
    await kill(behind);
    rmSync(folder, { recursive: true, force: true });
  }
}
