import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Exchange rates, one row per table. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('rate_tables')
    .addColumn('source', key, (column) => column.notNull())
    .addColumn('date', key, (column) => column.notNull())
    .addColumn('pivot', 'text', (column) => column.notNull())
    .addColumn('state', key, (column) => column.notNull())
    .addColumn('rates', 'text', (column) => column.notNull())
    .addColumn('held', 'text', (column) => column.notNull())
    .addColumn('faults', 'integer', (column) => column.notNull())
    .addColumn('fetched_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('rate_tables_pk', ['source', 'date'])
    .execute();
  await schema.createIndex('rate_tables_by_date').on('rate_tables').column('date').execute();
}
