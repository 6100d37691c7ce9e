import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import { engineOf } from '../sql-dialect.ts';
import type { Queries } from '../schema.ts';

/** Logged requests in blocks, which take a fraction of the time of one row per request. */
export async function up(query: Queries, { key }: ColumnTypes): Promise<void> {
  const { schema } = query;
  const isSqlite = engineOf(query) === 'sqlite';
  await schema
    .createTable('request_log_blocks')
    // SQLite stores the rows in this order only if the type is exactly `integer`.
    .addColumn('position', isSqlite ? 'integer' : 'bigint', (column) => column.primaryKey())
    .addColumn('account_id', key, (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('errors', 'integer', (column) => column.notNull())
    .addColumn('requests', 'text', (column) => column.notNull())
    .execute();
  const list = isSqlite ? sql.raw('json_array') : sql.raw('json_build_array');
  await sql`insert into request_log_blocks (position, account_id, size, errors, requests)
    select position, account_id, 1, case when status >= 400 then 1 else 0 end, cast(
      ${list}(${list}(key_id, request_id, occurred_at, method, route, status, code, duration_ms)) as text)
    from request_log`.execute(query);
  await schema
    .createIndex('request_log_blocks_account')
    .on('request_log_blocks')
    .columns(['account_id', 'position'])
    .execute();
  await schema
    .createIndex('request_log_blocks_errors')
    .on('request_log_blocks')
    .columns(['account_id', 'position'])
    .where(sql<boolean>`errors > 0`)
    .execute();
  await schema.dropTable('request_log').execute();
}
