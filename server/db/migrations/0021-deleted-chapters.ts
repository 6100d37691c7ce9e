import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Chapters that were deleted, so that open readers remove them. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('deleted_chapters')
    .addColumn('chapter_id', key, (column) => column.primaryKey())
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('change', 'integer', (column) => column.notNull())
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('deleted_chapters_by_book')
    .on('deleted_chapters')
    .columns(['book_id', 'change'])
    .execute();
  await schema
    .createIndex('deleted_chapters_by_time')
    .on('deleted_chapters')
    .column('deleted_at')
    .execute();
}
