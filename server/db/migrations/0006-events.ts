import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Event logs of accounts. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('event_logs')
    .addColumn('account_id', key, (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('event_sequences')
    .addColumn('resource_id', key, (column) => column.primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('events')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('id', key, (column) => column.notNull())
    .addColumn('type', key, (column) => column.notNull())
    .addColumn('book_id', key)
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('events_pk', ['account_id', 'position'])
    .addUniqueConstraint('events_by_id', ['account_id', 'id'])
    .execute();
}
