import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';
import { engineOf } from '../sql-dialect.ts';

/**
 * Usage by day, the request log, and last uses of keys.
 *
 * A trigger stores the count of a quota's day when the first request of a later day replaces it.
 * The count moves in the statement that counts that request, so it is exact and no request needs a
 * second statement.
 */
export async function up(query: Queries, { key, clustered }: ColumnTypes): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('key_uses')
    .addColumn('key_id', key, (column) => column.primaryKey())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('usage_days')
    .addColumn('quota_id', key, (column) => column.notNull())
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['quota_id', 'day'])
    .modifyEnd(clustered)
    .execute();
  await schema.createIndex('usage_days_day').on('usage_days').column('day').execute();
  await createDayTrigger(query);

  const isSqlite = engineOf(query) === 'sqlite';
  await schema
    .createTable('request_log')
    // SQLite stores the rows in this order only if the type is exactly `integer`.
    .addColumn('position', isSqlite ? 'integer' : 'bigint', (column) => column.primaryKey())
    .addColumn('account_id', key, (column) => column.notNull())
    .addColumn('key_id', key, (column) => column.notNull())
    .addColumn('request_id', key, (column) => column.notNull())
    .addColumn('occurred_at', key, (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('request_log_account')
    .on('request_log')
    .columns(['account_id', 'position'])
    .execute();
  await schema
    .createIndex('request_log_errors')
    .on('request_log')
    .columns(['account_id', 'position'])
    .where(sql<boolean>`status >= 400`)
    .execute();
}

async function createDayTrigger(query: Queries): Promise<void> {
  const store = sql`insert into usage_days (quota_id, day, used)
    values (old.id, old.day, old.used_today)
    on conflict (quota_id, day) do update set used = excluded.used;`;
  if (engineOf(query) === 'sqlite') {
    await sql`create trigger quotas_day_ends after update of day on quotas
      when old.day < new.day and old.used_today > 0
      begin ${store} end`.execute(query);
    return;
  }
  await sql`create function store_usage_day() returns trigger language plpgsql as $body$
    begin ${store} return null; end $body$`.execute(query);
  await sql`create trigger quotas_day_ends after update of day on quotas for each row
    when (old.day < new.day and old.used_today > 0)
    execute function store_usage_day()`.execute(query);
}
