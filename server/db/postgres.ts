import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Schema } from './schema.ts';

const int8 = 20;
const numeric = 1700;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/name` */
  url: string;
  /** Most connections of this process, 10 unless given. */
  maxConnections?: number;
  /** How long a statement waits for a connection, 5,000 unless given. */
  connectTimeoutMs?: number;
}

/** A pool of connections to a PostgreSQL server, or to one that speaks its protocol. */
export function openPostgres({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5000,
}: PostgresOptions) {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'svc-reader',
    // A server that is gone must cost a request an error, not an endless wait.
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
  });
  // A broken connection is replaced at its next use, and whoever waits on it is told. Unheard, its
  // event would end the process: an idle client's comes to the pool, a busy one's to itself.
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Counts and sums arrive as numbers; no table holds one beyond 2^53, and money is text. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format);

function ignore(): void {}
