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
