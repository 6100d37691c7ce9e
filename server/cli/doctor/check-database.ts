import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { clockDifferenceMs, maxClockDifferenceMs } from '../../db/clock-difference.ts';
import { pendingMigrations, unknownMigrations } from '../../db/migrate.ts';
import type { Database } from '../../db/open.ts';
import { openConfiguredDatabase } from '../../open-configured-database.ts';
import { startupMessage } from '../../startup-failure.ts';
import { secretFingerprint, type Secrets } from '../../values/secrets.ts';
import { type Check, failed, ok, skipped, warning } from './check.ts';

const minPostgresVersion = 15;

/** Opens the database, if it exists and can be reached. */
export function openExistingDatabase(config: Config): Database | Check {
  const path = join(config.dataFolder, 'svc.sqlite');
  if (config.databaseUrl === null && !existsSync(path)) {
    return failed(
      'database',
      `There is no database at ${path} yet.`,
      'Run svc migrate as the server’s user, or start the server, which creates it. Check SVC_DATA if you expected one.',
    );
  }
  try {
    return openConfiguredDatabase(config);
  } catch (error) {
    return unreachable(error);
  }
}

function unreachable(error: unknown): Check {
  const message = startupMessage(error, process.env) ?? String(error);
  return failed('database', message, 'Correct DATABASE_URL or SVC_DATA, and run svc doctor again.');
}

/** Version, schema, durability and whether the server's user can write. */
export async function checkDatabase(db: Database): Promise<Check[]> {
  try {
    return [
      await checkVersion(db),
      await checkSchema(db),
      await checkWritable(db),
      await checkDurability(db),
    ];
  } catch (error) {
    return [unreachable(error)];
  }
}

async function checkVersion(db: Database): Promise<Check> {
  if (db.engine === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(
      db.query,
    );
    return ok('database', `SQLite ${rows[0]?.version}.`);
  }
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db.query);
  const version = rows[0]?.server_version ?? '';
  return Number.parseInt(version, 10) >= minPostgresVersion
    ? ok('database', `PostgreSQL ${version}.`)
    : failed(
        'database',
        `PostgreSQL ${version} is too old.`,
        `Upgrade to PostgreSQL ${minPostgresVersion} or later.`,
      );
}

async function checkSchema(db: Database): Promise<Check> {
  const tables = await db.query.introspection.getTables();
  if (!tables.some(({ name }) => name === 'migrations')) {
    return warning('schema', 'The database is empty.', 'Run svc migrate, or start the server.');
  }
  const newer = await unknownMigrations(db);
  if (newer.length > 0) {
    return failed(
      'schema',
      `The schema is newer than this release (${newer.join(', ')}).`,
      'Run the release that the other processes run.',
    );
  }
  const pending = await pendingMigrations(db);
  return pending.length === 0
    ? ok('schema', 'The schema is current.')
    : warning(
        'schema',
        `${pending.length} migrations are pending, from ${pending[0]}.`,
        'Run svc migrate, or restart the server.',
      );
}

const undo = new Error('undo');

async function checkWritable(db: Database): Promise<Check> {
  try {
    await db.transaction(async (tx) => {
      await sql`create table svc_doctor (id integer)`.execute(tx);
      await sql`insert into svc_doctor (id) values (1)`.execute(tx);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) {
      const message = error instanceof Error ? error.message : String(error);
      return failed(
        'writes',
        `The database rejects writes: ${message}.`,
        'Use the primary, not a replica, and grant the user the rights to create and change tables in the schema.',
      );
    }
  }
  return ok('writes', 'The server’s user can create tables and write.');
}

async function checkDurability(db: Database): Promise<Check> {
  if (db.engine === 'sqlite') return ok('durability', 'Commits wait for the disk (WAL, FULL).');
  const read = async (name: 'fsync' | 'synchronous_commit') => {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db.query);
    return rows[0]?.[name] ?? '';
  };
  const off = [];
  for (const name of ['fsync', 'synchronous_commit'] as const) {
    if ((await read(name)) === 'off') off.push(name);
  }
  return off.length === 0
    ? ok('durability', 'Commits wait for the disk.')
    : failed(
        'durability',
        `PostgreSQL runs with ${off.join(' and ')} = off, so a power failure loses quota counts and sales.`,
        `Set ${off.map((name) => `${name} = on`).join(' and ')} in postgresql.conf.`,
      );
}

/** Compares the clock with the database's. Only PostgreSQL can be on another machine. */
export async function checkDatabaseClock(db: Database): Promise<Check> {
  const differenceMs = await clockDifferenceMs(db, () => new Date());
  return differenceMs === null
    ? skipped('clock', 'SQLite uses this machine’s clock.')
    : clockCheck(Math.abs(differenceMs), 'the database');
}

export function clockCheck(differenceMs: number, other: string): Check {
  const seconds = Math.round(differenceMs / 1000);
  return differenceMs <= maxClockDifferenceMs
    ? ok('clock', `The clock matches ${other} (difference: ${seconds} s).`)
    : failed(
        'clock',
        `The clock differs from ${other} by ${seconds} s, so sessions and signatures are rejected.`,
        'Synchronize both clocks: timedatectl set-ntp true',
      );
}

/** Compares the configured secret with the one that the stored data is encrypted with. */
export async function checkSecret(
  db: Database | null,
  config: Config,
  secrets: Secrets | null,
): Promise<Check> {
  if (secrets === null) {
    return warning(
      'secret',
      'There is no secret yet.',
      'Start the server, which creates one in SVC_DATA, or set SVC_SECRET. Back it up with the database.',
    );
  }
  const [current, ...accepted] = secrets.map(secretFingerprint);
  const shown = `fingerprint ${current?.slice(0, 8)}, from ${config.secret === null ? 'the data folder' : 'SVC_SECRET'}`;
  const stored = db && (await readFingerprint(db));
  if (stored && stored !== current && !accepted.includes(stored)) {
    return failed(
      'secret',
      `The secret (${shown}) differs from the database’s secret (fingerprint ${stored.slice(0, 8)}).`,
      'Set SVC_SECRET to the value that the other processes use, or restore the file “secret” from the backup.',
    );
  }
  if (config.databaseUrl !== null && config.secret === null) {
    return warning(
      'secret',
      `The secret (${shown}) is stored only on this machine.`,
      'Set SVC_SECRET to the same value for all processes of the database.',
    );
  }
  return ok('secret', `The secret matches the database (${shown}).`);
}

/** Null without a stored fingerprint, or without tables. */
async function readFingerprint(db: Database): Promise<string | null> {
  try {
    const row = await db.query
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'secret_fingerprint')
      .executeTakeFirst();
    return row?.value ?? null;
  } catch {
    return null;
  }
}
