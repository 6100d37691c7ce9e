import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

const deferred = sql`deferrable initially deferred`;

/** Books, their compiled versions, and the words they are found by. */
export async function up({ schema }: Queries, { blob, key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('books')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('word_count', 'integer')
    .addColumn('popularity', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('version_id', key)
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('books_by_popularity')
    .on('books')
    .columns(['popularity', 'id'])
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
    .createTable('book_languages')
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('language', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('book_languages_pk', ['language', 'book_id'])
    .execute();
  await schema
    .createIndex('book_languages_by_book')
    .on('book_languages')
    .column('book_id')
    .execute();

  await schema
    .createTable('book_words')
    .addColumn('word', key, (column) => column.notNull())
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('book_words_pk', ['word', 'book_id'])
    .execute();
  await schema.createIndex('book_words_by_book').on('book_words').column('book_id').execute();

  await schema
    .createTable('book_versions')
    .addColumn('id', key, (column) => column.primaryKey())
    // Checked at commit: the version goes in first, so that a file imported twice is seen at once.
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
