import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Lookups in external sources, and their results. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('enrichment_asks')
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('source', key, (column) => column.notNull())
    .addColumn('due_at', key)
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('enrichment_asks_pk', ['book_id', 'source'])
    .execute();
  await schema
    .createIndex('enrichment_asks_due')
    .on('enrichment_asks')
    .columns(['source', 'due_at'])
    .execute();

  await schema
    .createTable('enrichment_answers')
    .addColumn('source', key, (column) => column.notNull())
    .addColumn('question', key, (column) => column.notNull())
    .addColumn('finding', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('enrichment_answers_pk', ['source', 'question'])
    .execute();
}
