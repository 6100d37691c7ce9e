import type { Queries } from '../schema.ts';

/** The last statements of a quota, so that a process can find out whether one was committed. */
export async function up({ schema }: Queries): Promise<void> {
  await schema
    .alterTable('quotas')
    .addColumn('statements', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
