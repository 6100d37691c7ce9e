import type { Queries } from '../schema.ts';

/** Number of orders for which one click can earn a commission. */
export async function up({ schema }: Queries): Promise<void> {
  await schema
    .alterTable('partners')
    .addColumn('max_conversions_per_click', 'integer', (column) => column.notNull().defaultTo(10))
    .execute();
  await schema.createIndex('conversions_by_click').on('conversions').column('click_id').execute();
}
