import type { Queries } from '../schema.ts';

/** Marks accounts with sample data, which the console labels. */
export async function up({ schema }: Queries): Promise<void> {
  await schema
    .alterTable('accounts')
    .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
