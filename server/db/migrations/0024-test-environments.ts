import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Test environments, which are accounts that belong to a live account. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .alterTable('accounts')
    .addColumn('live_account_id', key, (column) =>
      column.references('accounts.id').onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('accounts_live_account_id')
    .on('accounts')
    .column('live_account_id')
    .unique()
    .execute();
}
