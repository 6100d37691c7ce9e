import type { Queries } from '../schema.ts';

/** The trace of the request that caused a delivery. */
export async function up({ schema }: Queries): Promise<void> {
  await schema.alterTable('webhook_deliveries').addColumn('traceparent', 'text').execute();
}
