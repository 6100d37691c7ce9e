import type { Queries } from '../schema.ts';

/** Index of the books of an account, newest first, without the shared catalog. */
export async function up({ schema }: Queries): Promise<void> {
  await schema
    .createIndex('books_by_account')
    .on('books')
    .columns(['account_id', 'ordinal'])
    .where('account_id', 'is not', null)
    .execute();
}
