import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** People with access to the console, their roles and sessions, and the log of their changes. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema.alterTable('accounts').addColumn('suspended_at', 'text').execute();
  await schema.alterTable('accounts').addColumn('tiers', 'text').execute();
  await schema.alterTable('api_keys').addColumn('label', 'text').execute();
  await schema
    .createTable('users')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('email', key, (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('is_operator', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('members')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('user_id', key, (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('partner_id', key, (column) => column.references('partners.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_pk', ['account_id', 'user_id'])
    .execute();
  await schema.createIndex('members_by_user').on('members').column('user_id').execute();
  await schema
    .createTable('console_links')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', key, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('email', key)
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('partner_id', key, (column) => column.references('partners.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await schema
    .createIndex('console_links_by_account')
    .on('console_links')
    .column('account_id')
    .execute();
  await schema
    .createTable('console_sessions')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('user_id', key, (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', key, (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('console_sessions_by_user')
    .on('console_sessions')
    .column('user_id')
    .execute();
  await schema
    .createTable('audit_log')
    .addColumn('id', key, (column) => column.primaryKey())
    // No foreign keys: entries outlive accounts and users.
    .addColumn('account_id', key)
    .addColumn('user_id', key)
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('action', key, (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('audit_log_by_account')
    .on('audit_log')
    .columns(['account_id', 'id'])
    .execute();
}
