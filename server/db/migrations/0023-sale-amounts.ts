import type { Queries } from '../schema.ts';

/** The largest accepted amount of a sale per account. Null means the default. */
export async function up({ schema }: Queries): Promise<void> {
  await schema.alterTable('accounts').addColumn('max_sale_amount', 'bigint').execute();
}
