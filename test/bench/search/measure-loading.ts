import { statSync } from 'node:fs';
import { migrate } from '../../../server/db/migrate.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../../server/db/open.ts';
import { serverOn } from '../api/subjects.ts';
import { runCommand } from '../run-command.ts';
import { postgresBytes } from './books-of.ts';

export interface Loading {
  seconds: number;
  recordsPerSecond: number;
  peakMb: number | null;
  /** Time to load the same file again, without changes. */
  againSeconds: number;
  databaseMb: number;
  /** Counts as reported by the command. */
  counts: unknown;
}

/** Loads the file twice with the real command. */
export async function measureLoading(
  file: string,
  records: number,
  address: DatabaseLocation,
  folder: string,
): Promise<Loading> {
  const environment = serverOn(address, folder);
  const db = openDatabase(address);
  await migrate(db, () => new Date());
  const args = ['server/cli.js', 'catalogue', 'load', file, '--json'];
  const first = await runCommand(args, environment);
  const again = await runCommand(args, environment);
  if (first.exitCode !== 0 || again.exitCode !== 0) throw new Error(`${file} was not loaded.`);
  const bytes = await databaseBytes(db, address);
  await db.close();
  return {
    seconds: first.seconds,
    recordsPerSecond: records / first.seconds,
    peakMb: first.peakMb,
    againSeconds: again.seconds,
    databaseMb: bytes / 1e6,
    counts: JSON.parse(first.stdout),
  };
}

async function databaseBytes(db: Database, address: DatabaseLocation): Promise<number> {
  if ('url' in address) return postgresBytes(db);
  return ['', '-wal'].reduce((sum, end) => {
    const found = statSync(address.sqlitePath + end, { throwIfNoEntry: false });
    return sum + (found?.size ?? 0);
  }, 0);
}
