import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Columns and tables for retention. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .alterTable('event_logs')
    .addColumn('kept_after', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('book_clock_marks')
    .addColumn('noted_at', key, (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
}
