import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Reading sessions opened by accounts, so that they can end them. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('reader_sessions')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('ended_at', key)
    .execute();
  for (const column of ['book_id', 'created_at']) {
    await schema
      .createIndex(`reader_sessions_by_${column}`)
      .on('reader_sessions')
      .column(column)
      .execute();
  }
}
