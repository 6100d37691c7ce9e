import type { Queries } from '../schema.ts';

/** The books of an account, the newest first: without going through the shared catalogue. */
export async function up({ schema }: Queries): Promise<void> {
  await schema
    .createIndex('books_by_account')
    .on('books')
    .columns(['account_id', 'ordinal'])
    .where('account_id', 'is not', null)
    .execute();
}
