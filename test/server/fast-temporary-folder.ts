import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';

/** A run makes hundreds of databases of 8 MB each, which are of no use to anybody afterwards. */
const requiredBytes = 10 * 2 ** 30;

/** Where databases are that need not outlive their test: in memory, where there is a lot of it. */
export function fastTemporaryFolder(): string {
  if (!existsSync(memoryFolder) || freemem() < requiredBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < requiredBytes ? tmpdir() : memoryFolder;
}
