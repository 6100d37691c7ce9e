import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** The share of each book's popularity that comes from its use. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('book_usage')
    .addColumn('book_id', key, (column) =>
      column.primaryKey().references('books.id').onDelete('cascade'),
    )
    .addColumn('used', 'integer', (column) => column.notNull())
    .addColumn('popularity', 'integer', (column) => column.notNull())
    .execute();
  await schema.createIndex('visits_for_popularity').on('visits').column('occurred_at').execute();
  await schema.createIndex('sales_for_popularity').on('sales').column('occurred_at').execute();
}
