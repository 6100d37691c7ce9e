import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Published state of serials, and the order of its changes. */
export async function up(query: Queries, { key }: ColumnTypes): Promise<void> {
  await query.schema
    .createTable('serials')
    .addColumn('book_id', key, (column) =>
      column.primaryKey().references('books.id').onDelete('cascade'),
    )
    .addColumn('change', 'integer', (column) => column.notNull())
    .addColumn('chapters', 'integer', (column) => column.notNull())
    .addColumn('words', 'integer', (column) => column.notNull())
    .execute();
  await query.schema
    .createTable('serial_changes')
    .addColumn('chapter_id', key, (column) =>
      column.primaryKey().references('serial_chapters.id').onDelete('cascade'),
    )
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('change', 'integer', (column) => column.notNull())
    .addColumn('published_change', 'integer', (column) => column.notNull())
    .execute();
  await query.schema
    .createIndex('serial_changes_by_book')
    .on('serial_changes')
    .columns(['book_id', 'change'])
    .execute();
  await query
    .insertInto('serials')
    .columns(['book_id', 'change', 'chapters', 'words'])
    .expression((eb) =>
      eb
        .selectFrom('serial_chapters')
        .select((one) => [
          'book_id',
          sql<number>`0`.as('change'),
          one.fn.countAll<number>().as('chapters'),
          one.fn.sum<number>('words').as('words'),
        ])
        .where('state', '=', 'published')
        .groupBy('book_id'),
    )
    .execute();
}
