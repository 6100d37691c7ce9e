import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Settings of the whole installation, and the private books of publishable keys. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('settings')
    .addColumn('name', key, (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .alterTable('api_keys')
    .addColumn('private_books', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
