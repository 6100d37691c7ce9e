import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** The process that fills the external search index, and its progress. */
export async function up(query: Queries, { key }: ColumnTypes): Promise<void> {
  await query.schema
    .createTable('search_indexer')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('holder', key)
    .addColumn('lease_end', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('current_at', 'text')
    .execute();
  await query
    .insertInto('search_indexer')
    .values({ id: 1, holder: null, lease_end: '', revision: 0, current_at: null })
    .execute();
}
