import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Files that the console uploads in parts. */
export async function up({ schema }: Queries, { blob, key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('uploads')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('received', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', key, (column) => column.notNull())
    .execute();
  await schema.createIndex('uploads_by_account').on('uploads').column('account_id').execute();
  await schema.createIndex('uploads_by_time').on('uploads').column('updated_at').execute();
  await schema
    .createTable('upload_parts')
    .addColumn('upload_id', key, (column) =>
      column.notNull().references('uploads.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('bytes', blob, (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_parts_pk', ['upload_id', 'position'])
    .execute();
}
