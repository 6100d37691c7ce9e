import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Errors of background jobs, one row for each kind of error. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('background_errors')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('task', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'text', (column) => column.notNull())
    .addColumn('last_at', key, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('background_errors_by_time')
    .on('background_errors')
    .column('last_at')
    .execute();
}
