import { hasNoConnection } from './has-no-connection.ts';

/**
 * Whether a statement that threw is known to have changed nothing. Not so when the connection broke
 * while the server had it: then nobody knows.
 */
export function hasSurelyFailed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    // SQLite, in this very process; no address to connect to; an answer of PostgreSQL with its SQLSTATE.
    code === 'ERR_SQLITE_ERROR' ||
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    (/^[0-9A-Z]{5}$/.test(code) && !connectionLost.test(code)) ||
    hasNoConnection(error)
  );
}

/** SQLSTATE classes 08 and 57P01–57P02: broken off, perhaps after the commit. */
const connectionLost = /^(08|57P0[12])/;
