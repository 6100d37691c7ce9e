import type { Queries } from '../schema.ts';

/** The `webhook-signature` of each attempt, so that accounts can compare it with what they got. */
export async function up({ schema }: Queries): Promise<void> {
  await schema.alterTable('webhook_attempts').addColumn('signature', 'text').execute();
}
