/**
 * Whether a statement was never sent, because every connection was in use for too long, or the server
 * has as many as it takes.
 */
export function hasNoConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return poolWords.has(error.message) || ('code' in error && error.code === tooManyConnections);
}

/** The pool's own: https://github.com/brianc/node-postgres/blob/master/packages/pg-pool/index.js */
const poolWords = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** SQLSTATE. */
const tooManyConnections = '53300';
