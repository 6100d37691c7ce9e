import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Covers that accounts uploaded, which replace those in the books' files. */
export async function up({ schema }: Queries, { key, blob }: ColumnTypes): Promise<void> {
  await schema
    .createTable('book_covers')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('bytes', blob, (column) => column.notNull())
    .addColumn('object', key)
    .addColumn('size', 'integer')
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('thumbhash', 'text')
    .addColumn('color', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('replaced_at', key)
    .execute();
  // A book has at most one current cover.
  await schema
    .createIndex('book_covers_current')
    .unique()
    .on('book_covers')
    .column('book_id')
    .where(sql<boolean>`replaced_at is null`)
    .execute();
  await schema.createIndex('book_covers_by_book').on('book_covers').column('book_id').execute();
  await schema
    .createIndex('book_covers_by_replaced')
    .on('book_covers')
    .column('replaced_at')
    .where('replaced_at', 'is not', null)
    .execute();
  await schema
    .createIndex('book_covers_by_object')
    .on('book_covers')
    .column('object')
    .where('object', 'is not', null)
    .execute();
}
