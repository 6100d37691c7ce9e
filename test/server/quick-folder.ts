import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryDisk = '/dev/shm';

/** A run makes hundreds of databases of 8 MB each, which are of no use to anybody afterwards. */
const wantedBytes = 10 * 2 ** 30;

/** Where databases are that need not outlive their test: in memory, where there is a lot of it. */
export function quickFolder(): string {
  if (!existsSync(memoryDisk) || freemem() < wantedBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize < wantedBytes ? tmpdir() : memoryDisk;
}
