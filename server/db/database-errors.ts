/**
 * Error messages of the connection pool:
 * https://github.com/brianc/node-postgres/blob/master/packages/pg-pool/index.js
 */
const poolTimeoutMessages = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** SQLSTATE. */
const tooManyConnectionsState = '53300';
/**
 * Whether a failed statement certainly changed nothing. False if the connection was lost during the
 * statement because the outcome is then unknown.
 */
export function hasDefinitelyFailed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    // SQLite errors, failed connections, and PostgreSQL errors with an SQLSTATE.
    code === 'ERR_SQLITE_ERROR' ||
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    (/^[0-9A-Z]{5}$/.test(code) && !connectionLost.test(code)) ||
    isConnectionUnavailable(error)
  );
}

/** Connection lost, possibly after the commit (SQLSTATE class 08 and 57P01–57P02). */
const connectionLost = /^(08|57P0[12])/;

/**
 * Whether a statement was never sent because all connections were in use for too long or the server
 * accepts no more.
 */
export function isConnectionUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    poolTimeoutMessages.has(error.message) ||
    ('code' in error && error.code === tooManyConnectionsState)
  );
}

/**
 * SQLSTATE of a server that starts, stops or has become a standby after a failover, or has rolled
 * back a transaction because this process sent no statement for too long.
 */
const unavailableState = /^(?:08|57P0[1-5]|25006|25P03|53100)/;
/** Errors of the socket to the database. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Messages of `pg` for connections that break, which have no code. */
const brokenConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;
/** Primary result codes: https://sqlite.org/rescode.html (I/O error, disk full, cannot open). */
const sqliteDiskCodes = new Set([10, 13, 14]);

/**
 * Whether a statement failed because the database cannot be reached, restarts, has failed over or
 * has no space, and not because of the statement. Its outcome may be unknown; see
 * `hasDefinitelyFailed`.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isConnectionUnavailable(error) || brokenConnection.test(error.message)) return true;
  if ('errcode' in error) return sqliteDiskCodes.has(Number(error.errcode) & 0xff);
  const code = 'code' in error ? String(error.code) : '';
  return socketCodes.has(code) || (/^[0-9A-Z]{5}$/.test(code) && unavailableState.test(code));
}
