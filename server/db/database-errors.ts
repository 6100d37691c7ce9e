/** The pool's own: https://github.com/brianc/node-postgres/blob/master/packages/pg-pool/index.js */
const poolTimeoutMessages = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** SQLSTATE. */
const tooManyConnectionsState = '53300';
/**
 * Whether a statement that threw is known to have changed nothing. Not so when the connection broke
 * while the server had it: then nobody knows.
 */
export function hasDefinitelyFailed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    // SQLite, in this very process; no address to connect to; an answer of PostgreSQL with its SQLSTATE.
    code === 'ERR_SQLITE_ERROR' ||
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    (/^[0-9A-Z]{5}$/.test(code) && !connectionLost.test(code)) ||
    isConnectionUnavailable(error)
  );
}

/** SQLSTATE classes 08 and 57P01–57P02: broken off, perhaps after the commit. */
const connectionLost = /^(08|57P0[12])/;

/**
 * Whether a statement was never sent, because every connection was in use for too long, or the server
 * has as many as it takes.
 */
export function isConnectionUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    poolTimeoutMessages.has(error.message) ||
    ('code' in error && error.code === tooManyConnectionsState)
  );
}
