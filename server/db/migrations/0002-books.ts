import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

const deferred = sql`deferrable initially deferred`;

/** Books and their compiled versions. */
export async function up(query: Queries, { blob, key }: ColumnTypes): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('books')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('provenance', 'text', (column) => column.notNull())
    .addColumn('work_id', key, (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('record_key', key, (column) => column.unique())
    .addColumn('record_digest', 'text')
    .addColumn('word_count', 'integer')
    .addColumn('popularity', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('version_id', key)
    .addColumn('ordinal', 'integer', (column) => column.notNull().unique())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('books_by_revision').on('books').column('revision').execute();
  await schema.createIndex('books_by_work').on('books').column('work_id').execute();

  // A single row, locked by every change of a book until the commit, so revisions become visible in
  // order.
  await schema
    .createTable('book_clock')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await query.insertInto('book_clock').values({ id: 1, revision: 0 }).execute();
  await schema
    .createTable('book_removals')
    .addColumn('revision', 'integer', (column) => column.primaryKey())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .execute();

  await schema
    .createTable('book_identifiers')
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('scheme', key, (column) => column.notNull())
    .addColumn('value', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('book_identifiers_pk', ['scheme', 'value', 'book_id'])
    .execute();
  await schema
    .createIndex('book_identifiers_by_book')
    .on('book_identifiers')
    .column('book_id')
    .execute();

  await schema
    .createTable('book_versions')
    .addColumn('id', key, (column) => column.primaryKey())
    // Checked at commit: the version is inserted first, to detect duplicate imports early.
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade').modifyEnd(deferred),
    )
    .addColumn('account_id', key, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('outline', 'text', (column) => column.notNull())
    .addColumn('warnings', 'text', (column) => column.notNull())
    .addColumn('cover_path', 'text')
    .addColumn('cover_width', 'integer')
    .addColumn('cover_height', 'integer')
    .addColumn('cover_thumbhash', 'text')
    .addColumn('cover_color', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('book_versions_by_file', ['account_id', 'sha256'])
    .execute();
  await schema.createIndex('book_versions_by_book').on('book_versions').column('book_id').execute();

  await schema
    .createTable('epub_files')
    .addColumn('version_id', key, (column) =>
      column.primaryKey().references('book_versions.id').onDelete('cascade'),
    )
    .addColumn('bytes', blob, (column) => column.notNull())
    .execute();

  await schema
    .createTable('sections')
    .addColumn('version_id', key, (column) =>
      column.notNull().references('book_versions.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('content', blob, (column) => column.notNull())
    .addPrimaryKeyConstraint('sections_pk', ['version_id', 'position'])
    .execute();

  await schema
    .createTable('style_sheets')
    .addColumn('version_id', key, (column) =>
      column.notNull().references('book_versions.id').onDelete('cascade'),
    )
    .addColumn('id', key, (column) => column.notNull())
    .addColumn('css', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('style_sheets_pk', ['version_id', 'id'])
    .execute();

  await schema
    .createTable('resources')
    .addColumn('version_id', key, (column) =>
      column.notNull().references('book_versions.id').onDelete('cascade'),
    )
    .addColumn('path', key, (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('bytes', blob, (column) => column.notNull())
    .addPrimaryKeyConstraint('resources_pk', ['version_id', 'path'])
    .execute();
}
