import type { Queries } from '../schema.ts';

/** Accounts deleted by their owners, whose sales are kept. */
export async function up({ schema }: Queries): Promise<void> {
  for (const column of ['deleted_at', 'purged_at']) {
    await schema.alterTable('accounts').addColumn(column, 'text').execute();
  }
}
