import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Campaigns that analytics counts by name, by account and month. */
export async function up({ schema }: Queries, { key, clustered }: ColumnTypes): Promise<void> {
  await schema
    .createTable('analytics_campaigns')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('month', key, (column) => column.notNull())
    .addColumn('campaign', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('analytics_campaigns_pk', ['account_id', 'month', 'campaign'])
    .modifyEnd(clustered)
    .execute();
}
