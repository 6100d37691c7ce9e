import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
} from 'kysely';
import { Pool, types } from 'pg';
import type { DatabaseLoad } from '../telemetry/state-metrics.ts';
import { statementPreparer } from './prepared-statements.ts';
import type { Schema } from './schema.ts';
import { queryTracer } from './trace-queries.ts';

const int8 = 20;
const numeric = 1700;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/name` */
  url: string;
  /** Maximum number of connections in this process. Defaults to 10. */
  maxConnections?: number;
  /** Time limit for acquiring a connection. Defaults to 5,000. */
  connectTimeoutMs?: number;
  /**
   * Time after which PostgreSQL rolls back a transaction whose process sends no statement, in
   * milliseconds. Otherwise, a process that is frozen or loses its network would keep its locks,
   * and all writers would wait for it. Defaults to 5,000.
   */
  idleTransactionMs?: number;
}

/** Creates a connection pool for a PostgreSQL-compatible server. */
export function openPostgres({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5000,
  idleTransactionMs = 5000,
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
  // The pool replaces broken connections and rejects their queries. Without these listeners, the
  // error events of idle clients (on the pool) and busy clients (on the client) would end the
  // process.
  pool.on('error', ignore);
  const prepare = statementPreparer();
  pool.on('connect', (client) => {
    client.on('error', ignore);
    prepare(client);
  });
  const waited = { waits: 0, waitedMs: 0 };
  const query = new Kysely<Schema>({
    dialect: new Dialect({ pool: measured(pool, waited) }, idleTransactionMs),
    log: queryTracer('postgresql', Date.now),
  });
  const load = (): DatabaseLoad => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    ...waited,
  });
  return { query, load };
}

/** PostgreSQL whose transactions limit the time between two of their statements. */
class Dialect extends PostgresDialect {
  readonly #create: () => Driver;

  constructor(config: PostgresDialectConfig, idleTransactionMs: number) {
    super(config);
    this.#create = () => new Driver(config, idleTransactionMs);
  }

  override createDriver(): Driver {
    return this.#create();
  }
}

class Driver extends PostgresDriver {
  readonly #begin: CompiledQuery;

  constructor(config: PostgresDialectConfig, idleTransactionMs: number) {
    super(config);
    // Set in each transaction because a pooler can give each one another connection.
    this.#begin = CompiledQuery.raw(
      `begin; set local idle_in_transaction_session_timeout = ${idleTransactionMs}`,
    );
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin);
  }
}

/** Adds up the time that callers wait for a connection. */
function measured(pool: Pool, waited: Pick<DatabaseLoad, 'waits' | 'waitedMs'>): PostgresPool {
  return {
    async connect() {
      if (pool.idleCount > 0) return await pool.connect();
      const startedMs = performance.now();
      waited.waits += 1;
      try {
        return await pool.connect();
      } finally {
        waited.waitedMs += performance.now() - startedMs;
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Parses counts and sums as numbers. None exceeds 2^53, and money is stored as text. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format);

function ignore(): void {}
