import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/**
 * Links with which customers of an account manage its webhooks, and the sessions that they open.
 */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('webhook_portals')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('book_ids', 'text', (column) => column.notNull())
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('session_hash', key, (column) => column.unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('webhook_portals_by_account')
    .on('webhook_portals')
    .column('account_id')
    .execute();
  await schema
    .createIndex('webhook_portals_by_end')
    .on('webhook_portals')
    .column('expires_at')
    .execute();
}
