import { PostgresAdapter } from 'kysely';
import type { Engine } from './open.ts';
import type { Queries } from './schema.ts';

/** The engine behind a connection or a transaction, for the few statements that differ. */
export function engineOf(query: Queries): Engine {
  return query.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
