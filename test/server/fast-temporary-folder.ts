import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';

/** A test run creates hundreds of temporary databases of 8 MB each. */
const requiredBytes = 10 * 2 ** 30;

/** Folder for temporary databases. It is in memory if there is enough memory. */
export function fastTemporaryFolder(): string {
  if (!existsSync(memoryFolder) || freemem() < requiredBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < requiredBytes ? tmpdir() : memoryFolder;
}
