import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Sent quota warnings. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('quota_warnings')
    .addColumn('quota_id', key, (column) => column.notNull())
    .addColumn('period', key, (column) => column.notNull())
    .addColumn('threshold', 'integer', (column) => column.notNull())
    .addColumn('told_at', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_warnings_pk', ['quota_id', 'period', 'threshold'])
    .execute();
}
