import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

export async function up({ schema }: Queries, { key }: ColumnTypes) {
  await schema
    .createTable('accounts')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('name', key, (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('quotas')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('used_today', 'bigint', (column) => column.notNull())
    .addColumn('month', key, (column) => column.notNull())
    .addColumn('used_this_month', 'bigint', (column) => column.notNull())
    .addColumn('daily_limit', 'bigint', (column) => column.notNull())
    .addColumn('monthly_limit', 'bigint', (column) => column.notNull())
    .addColumn('asked', 'bigint', (column) => column.notNull())
    .addColumn('granted', 'bigint', (column) => column.notNull())
    .execute();

  await schema
    .createTable('api_keys')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) => column.notNull().references('accounts.id'))
    // No foreign key: a quota has no row before its first request.
    .addColumn('quota_id', key, (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('hash', key, (column) => column.notNull().unique())
    .addColumn('ending', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('allowed_origins', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute();

  await schema.createIndex('api_keys_account_id').on('api_keys').column('account_id').execute();
}
