import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** What was done under an idempotency key is told by the transaction that did it. */
export async function up({ schema }: Queries, { blob, key }: ColumnTypes): Promise<void> {
  await schema.alterTable('idempotency_keys').addColumn('lease_until', key).execute();
  await schema.alterTable('idempotency_keys').addColumn('results', blob).execute();
}
