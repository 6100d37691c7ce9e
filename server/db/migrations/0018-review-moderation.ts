import { sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/**
 * Moderation states of reviews, and the accounts that may add reviews to another account's books.
 * Existing reviews by other accounts wait for moderation and no longer count toward the rating.
 */
export async function up(query: Queries, { key }: ColumnTypes): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('review_accounts')
    .addColumn('owner_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('review_accounts_key', ['owner_id', 'account_id'])
    .execute();
  await schema
    .alterTable('reviews')
    .addColumn('status', key, (column) => column.notNull().defaultTo('approved'))
    .execute();
  await sql`update reviews set status = 'pending' where exists (
    select 1 from books
    where books.id = reviews.book_id and books.account_id <> reviews.account_id
  )`.execute(query);
  await sql`update books set
    rating_sum = (select coalesce(sum(rating), 0) from reviews
      where reviews.book_id = books.id and reviews.status = 'approved'),
    rating_count = (select count(*) from reviews
      where reviews.book_id = books.id and reviews.status = 'approved')
    where rating_count > 0`.execute(query);
}
