import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Links with which users recover or change their sign-in, and failed attempts of all processes. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('user_links')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('token_hash', key, (column) => column.notNull().unique())
    .addColumn('user_id', key, (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', key, (column) => column.notNull())
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await schema.createIndex('user_links_by_user').on('user_links').column('user_id').execute();
  await schema
    .createTable('failed_attempts')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_at', key, (column) => column.notNull())
    .execute();
}
