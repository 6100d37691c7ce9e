import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** The compiler version of each version of a book, and attempts to recompile books. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .alterTable('book_versions')
    .addColumn('compiler_version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.alterTable('book_versions').addColumn('replaced_at', 'text').execute();
  // Current versions by compiler, and replaced ones by age. Almost all rows are current.
  await schema
    .createIndex('book_versions_by_compiler')
    .on('book_versions')
    .columns(['compiler_version', 'id'])
    .where(sql.ref('replaced_at'), 'is', null)
    .execute();
  await schema
    .createIndex('book_versions_replaced')
    .on('book_versions')
    .column('replaced_at')
    .where(sql.ref('replaced_at'), 'is not', null)
    .execute();
  await schema
    .createTable('recompilations')
    .addColumn('version_id', key, (column) =>
      column.notNull().references('book_versions.id').onDelete('cascade'),
    )
    .addColumn('compiler_version', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('message', 'text')
    .addPrimaryKeyConstraint('recompilations_pk', ['version_id', 'compiler_version'])
    .execute();
}
