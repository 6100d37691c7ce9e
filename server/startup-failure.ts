import { type Config, readConfig } from './config.ts';
import { isDatabaseUnavailable } from './db/database-errors.ts';

type Settings = Pick<Config, 'host' | 'port' | 'dataFolder' | 'databaseUrl'>;

/**
 * Returns why the server or a command cannot start, with the remedy, in one line. Returns null for
 * a bug, which an operator cannot fix.
 *
 * @param environment - Environment variables of the process.
 */
export function startupMessage(
  error: unknown,
  environment: Record<string, string | undefined>,
): string | null {
  try {
    return describe(error, readConfig(environment));
  } catch {
    return null;
  }
}

function describe(error: unknown, settings: Settings): string | null {
  const { code, syscall, hostname, message } = systemError(error);
  // The name in HOST is resolved before the server listens.
  if (syscall === 'listen' || hostname === settings.host)
    return describeListenFailure(code, settings);
  const database = settings.databaseUrl && describePostgresFailure(error, code, message);
  if (database) return `${withoutPassword(settings.databaseUrl ?? '')}: ${database}`;
  const file = describeFileFailure(code, message);
  return file && `${settings.dataFolder}: ${file}`;
}

function describeListenFailure(code: string, { host, port }: Settings): string | null {
  const remedies: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Stop the process that uses it, or set PORT to a free port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`,
    EACCES: `This user is not allowed to listen on port ${port}. Set PORT to 1024 or higher.`,
    EAI_AGAIN: `The host name ${host} could not be resolved. Set HOST to an address of this machine.`,
    ENOTFOUND: `${host} is not a known host name. Set HOST to an address of this machine.`,
  };
  return remedies[code] ?? null;
}

/** Codes of the socket, and SQLSTATE. */
const postgresRemedies: Record<string, string> = {
  ECONNREFUSED:
    'PostgreSQL does not accept connections at this address. Start it, or correct DATABASE_URL.',
  ENOTFOUND: 'the host of the database is unknown. Correct the host name in DATABASE_URL.',
  EAI_AGAIN: 'the host of the database could not be resolved. Check DNS, or correct DATABASE_URL.',
  ETIMEDOUT: 'the database did not answer in time. Check the network and the firewall.',
  EHOSTUNREACH: 'the host of the database is unreachable. Check the network and DATABASE_URL.',
  '28P01': 'the database rejected the password. Correct the user and the password in DATABASE_URL.',
  '28000':
    'the database rejected the user. Correct DATABASE_URL, or allow the user in pg_hba.conf.',
  '3D000':
    'the database does not exist. Create it with createdb, or correct the name in DATABASE_URL.',
  '42501': 'the user may not create tables. Grant it the rights on the schema.',
  '53300': 'the database accepts no more connections. Lower SVC_DATABASE_CONNECTIONS.',
  '57P03': 'the database is still starting. Try again in a moment.',
};

const interrupted =
  'the connection to the database was interrupted. Check that PostgreSQL is running, and try again.';

function describePostgresFailure(error: unknown, code: string, message: string): string | null {
  const isTimeout = /^(timeout exceeded when trying to connect|Connection terminated due)/.test(
    message,
  );
  const remedy = postgresRemedies[isTimeout ? 'ETIMEDOUT' : code];
  return remedy ?? (isDatabaseUnavailable(error) ? interrupted : null);
}

const fileRemedies: Record<string, string> = {
  EACCES:
    'this user may not write to the data folder. Change its owner, or set SVC_DATA to another folder.',
  EPERM:
    'this user may not change the data folder. Change its owner, or set SVC_DATA to another folder.',
  EROFS: 'the data folder is on a read-only file system. Set SVC_DATA to another folder.',
  ENOTDIR: 'a part of this path is a file, not a folder. Set SVC_DATA to a folder.',
  EISDIR: 'svc.sqlite is a folder, not a file. Remove it, or set SVC_DATA to another folder.',
  EEXIST: 'this is a file, not a folder. Set SVC_DATA to a folder.',
  ENOSPC: 'the disk is full. Free some space, or set SVC_DATA to a folder on another disk.',
};

/** Messages of SQLite: https://sqlite.org/rescode.html */
const sqliteRemedies: [RegExp, string][] = [
  [/unable to open database file/, fileRemedies['EACCES'] ?? ''],
  [/readonly database/, 'svc.sqlite is read-only. Make it writable for this user.'],
  [/file is not a database|malformed/, 'svc.sqlite is damaged. Restore it from a backup.'],
  [/database or disk is full/, fileRemedies['ENOSPC'] ?? ''],
  [/database is locked/, 'svc.sqlite is locked by another program. Close it and try again.'],
];

function describeFileFailure(code: string, message: string): string | null {
  if (code !== 'ERR_SQLITE_ERROR') return fileRemedies[code] ?? null;
  return sqliteRemedies.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** A connection to a name with several addresses fails with one error per address. */
function systemError(error: unknown): Record<'code' | 'syscall' | 'hostname' | 'message', string> {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { code: '', syscall: '', hostname: '', message: '' };
  return {
    code: 'code' in first ? String(first.code) : '',
    syscall: 'syscall' in first ? String(first.syscall) : '',
    hostname: 'hostname' in first ? String(first.hostname) : '',
    message: first.message,
  };
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
