import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { UsageError } from './config.ts';
import { isKnownMigration } from './db/migrate.ts';

/**
 * Copies all pages in one step, so that the copy is one snapshot while the server continues to
 * write.
 */
const allPages = 2 ** 31 - 1;

export interface BackupOptions {
  dataFolder: string;
  /** Path of the new file. */
  file: string;
  now: Date;
  /** Replaces an existing file. */
  force: boolean;
}

export interface BackupReport {
  bytes: number;
  /** Hex digest of the file. */
  sha256: string;
  /** Whether the file contains the secret, because it is stored in the data folder. */
  hasSecret: boolean;
}

/**
 * Copies the SQLite database of a data folder, and its secret, to one file that only this user can
 * read. The server can keep running. The file appears only when it is complete.
 *
 * @throws UsageError if the file exists or cannot be written, or if there is no database or it is
 * damaged.
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { dataFolder, file, force } = options;
  const source = join(dataFolder, 'svc.sqlite');
  if (!existsSync(source)) throw new UsageError(`There is no database at ${source}. Set SVC_DATA.`);
  if (existsSync(file) && !force) {
    throw new UsageError(`${file} already exists. Choose another file, or use --force.`);
  }
  const draft = `${file}.partial`;
  removeDatabase(draft);
  try {
    return await writeBackup(source, draft, options);
  } catch (error) {
    throw describeWriteFailure(error, file) ?? error;
  } finally {
    removeDatabase(draft);
  }
}

async function writeBackup(
  source: string,
  draft: string,
  { dataFolder, file, now }: BackupOptions,
): Promise<BackupReport> {
  closeSync(openSync(draft, 'wx', 0o600));
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    await backup(database, draft, { rate: allPages });
  } finally {
    database.close();
  }
  const secret = readIfPresent(join(dataFolder, 'secret'));
  const copy = new DatabaseSync(draft);
  try {
    // A single file without a separate write-ahead log.
    copy.exec('pragma journal_mode = delete');
    checkIntegrity(copy, source, 'Restore it from a backup.');
    copy.exec('create table svc_backup (name text primary key, value text not null)');
    const insert = copy.prepare('insert into svc_backup (name, value) values (?, ?)');
    insert.run('created_at', now.toISOString());
    if (secret !== null) insert.run('secret', secret);
  } finally {
    copy.close();
  }
  flush(draft);
  renameSync(draft, file);
  flush(dirname(file));
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: statSync(file).size, sha256: hash.digest('hex'), hasSecret: secret !== null };
}

export interface RestoreOptions {
  file: string;
  dataFolder: string;
  now: Date;
  /** Moves an existing database and secret aside instead of rejecting the folder. */
  force: boolean;
}

export interface RestoreReport {
  /** ISO 8601 UTC. */
  createdAt: string;
  /** Whether the file contained the secret. If not, `SVC_SECRET` must have its earlier value. */
  hasSecret: boolean;
  /** Suffix of the previous files, or null if there were none. */
  movedAside: string | null;
}

/**
 * Puts a file of `backUp` into a data folder. The database appears last, so an interrupted restore
 * can be repeated.
 *
 * @throws UsageError if the file is not a complete backup, if its schema is newer than this
 * release, or if the folder has a database and `force` is not set.
 */
export function restore({ file, dataFolder, now, force }: RestoreOptions): RestoreReport {
  if (!existsSync(file)) throw new UsageError(`There is no file at ${file}.`);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const target = join(dataFolder, 'svc.sqlite');
  const secretFile = join(dataFolder, 'secret');
  const draft = join(dataFolder, 'svc.sqlite.restoring');
  removeDatabase(draft);
  try {
    copyFileSync(file, draft);
    chmodSync(draft, 0o600);
    const { createdAt, secret } = readBackup(draft, file);
    const previous = readIfPresent(secretFile);
    const isOther = secret !== null && previous !== null && previous !== secret;
    const isOccupied = existsSync(target) || isOther;
    if (isOccupied && !force) {
      throw new UsageError(
        `${dataFolder} already has a ${existsSync(target) ? 'database' : 'secret'}. Set SVC_DATA to an empty folder, or use ` +
          '--force to replace it and keep the previous files beside it.',
      );
    }
    if (existsSync(target)) assertUnused(target);
    const suffix = `.before-restore-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    // A leftover write-ahead log would be applied to the restored database.
    for (const part of ['', '-wal', '-shm']) {
      if (existsSync(target + part)) renameSync(target + part, target + suffix + part);
    }
    if (isOther) renameSync(secretFile, secretFile + suffix);
    if (secret !== null) {
      writeFileSync(`${secretFile}.restoring`, secret, { mode: 0o600, flush: true });
      renameSync(`${secretFile}.restoring`, secretFile);
    }
    flush(draft);
    renameSync(draft, target);
    flush(dataFolder);
    return { createdAt, hasSecret: secret !== null, movedAside: isOccupied ? suffix : null };
  } finally {
    removeDatabase(draft);
  }
}

/** Checks a copy of a backup, and removes the backup's own table from it. */
function readBackup(path: string, file: string): { createdAt: string; secret: string | null } {
  const copy = openBackup(path, file);
  try {
    checkIntegrity(copy, file, 'Use another backup.');
    const values = new Map(
      copy
        .prepare('select name, value from svc_backup')
        .all()
        .map(({ name, value }) => [String(name), String(value)]),
    );
    const newer = copy
      .prepare('select name from migrations order by name')
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !isKnownMigration(name));
    if (newer.length > 0) {
      throw new UsageError(
        `${file} is from a newer release (${newer.join(', ')}). Restore it with that release.`,
      );
    }
    copy.exec('drop table svc_backup');
    return { createdAt: values.get('created_at') ?? '', secret: values.get('secret') ?? null };
  } finally {
    copy.close();
  }
}

function openBackup(path: string, file: string): DatabaseSync {
  const copy = new DatabaseSync(path);
  try {
    const tables = copy.prepare(
      "select count(*) as n from sqlite_schema where name = 'svc_backup'",
    );
    if (tables.get()?.['n'] === 1) return copy;
  } catch (cause) {
    copy.close();
    throw new UsageError(`${file} is damaged, or is not a backup. Use another backup.`, { cause });
  }
  copy.close();
  throw new UsageError(`${file} was not created by svc backup.`);
}

function checkIntegrity(database: DatabaseSync, file: string, remedy: string): void {
  let found: string;
  try {
    found = String(database.prepare('pragma integrity_check(1)').get()?.['integrity_check']);
  } catch (error) {
    found = String(error);
  }
  if (found === 'ok') return;
  throw new UsageError(`${file} is damaged (${found.replaceAll('\n', ' ')}). ${remedy}`);
}

/** Returns null for a failure that is not caused by the file's disk or folder. */
function describeWriteFailure(cause: unknown, file: string): UsageError | null {
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause ? String(cause.code) : '';
  const isFull = code === 'ENOSPC' || /disk is full/.test(cause.message);
  const isRefused = ['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code);
  if (!isFull && !isRefused) return null;
  const message = isFull
    ? `The disk of ${file} is full. Free some space, or choose a file on another disk.`
    : `Cannot write to ${dirname(file)}. Create the folder for this user.`;
  return new UsageError(message, { cause });
}

/** Leaving WAL mode requires that no other process has the database open. */
function assertUnused(path: string): void {
  const database = new DatabaseSync(path, { timeout: 200 });
  try {
    database.exec('pragma journal_mode = delete');
  } catch (cause) {
    if (!/locked|busy/.test(String(cause))) return;
    throw new UsageError(`A server or command is using ${path}. Stop it, and try again.`, {
      cause,
    });
  } finally {
    database.close();
  }
}

function readIfPresent(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    if (existsSync(path + suffix)) rmSync(path + suffix);
  }
}

/** Waits until a file, or the names in a folder, are on disk. */
function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
