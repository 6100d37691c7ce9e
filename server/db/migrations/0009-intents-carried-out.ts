import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Results of transactions, stored under their idempotency key. */
export async function up({ schema }: Queries, { blob, key }: ColumnTypes): Promise<void> {
  await schema.alterTable('idempotency_keys').addColumn('lease_until', key).execute();
  await schema.alterTable('idempotency_keys').addColumn('results', blob).execute();
}
