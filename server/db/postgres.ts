import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Schema } from './schema.ts';

const int8 = 20;
const numeric = 1700;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/name` */
  url: string;
  /** Maximum number of connections in this process. Defaults to 10. */
  maxConnections?: number;
  /** Time limit for acquiring a connection. Defaults to 5,000. */
  connectTimeoutMs?: number;
}

/** Creates a connection pool for a PostgreSQL-compatible server. */
export function openPostgres({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5000,
}: PostgresOptions) {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'svc-reader',
    // Makes requests fail instead of waiting indefinitely if the server is unreachable.
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
  });
  // The pool replaces broken connections and rejects their queries. Without these listeners, the error
  // events of idle clients (on the pool) and busy clients (on the client) would end the process.
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Parses counts and sums as numbers. None exceeds 2^53, and money is stored as text. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format);

function ignore(): void {}
