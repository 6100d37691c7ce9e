import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** The element's scripts of earlier builds and of every version. */
export async function up({ schema }: Queries, { blob, key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('component_contents')
    .addColumn('digest', key, (column) => column.primaryKey())
    .addColumn('bytes', blob, (column) => column.notNull())
    .execute();
  await schema
    .createTable('component_files')
    .addColumn('path', key, (column) => column.primaryKey())
    .addColumn('digest', key, (column) => column.notNull().references('component_contents.digest'))
    .addColumn('version', 'text')
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'text')
    .execute();
}
