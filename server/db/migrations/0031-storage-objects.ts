import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Content in object storage. A row's bytes are empty if its `object` is set. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('storage_objects')
    .addColumn('hash', key, (column) => column.primaryKey())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('unused_since', 'text')
    .addColumn('removing_at', 'text')
    .execute();
  await schema
    .createIndex('storage_objects_by_unused')
    .on('storage_objects')
    .column('unused_since')
    .where('unused_since', 'is not', null)
    .execute();
  for (const table of ['sections', 'resources', 'epub_files']) {
    await schema.alterTable(table).addColumn('object', key).execute();
    await schema.alterTable(table).addColumn('size', 'integer').execute();
    await schema
      .createIndex(`${table}_by_object`)
      .on(table)
      .column('object')
      .where('object', 'is not', null)
      .execute();
  }
}
