import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import type { ReviewAccount } from './contract.ts';

/** Whether an account may add reviews to the owner's books. */
export async function isReviewAccount(
  query: Queries,
  ownerId: string,
  accountId: string,
): Promise<boolean> {
  const row = await query
    .selectFrom('review_accounts')
    .select('account_id')
    .where('owner_id', '=', ownerId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The accounts that may add reviews to the owner's books, oldest permission first. */
export async function listReviewAccounts(
  query: Queries,
  ownerId: string,
): Promise<ReviewAccount[]> {
  const rows = await query
    .selectFrom('review_accounts')
    .select(['account_id', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('account_id')
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, createdAt: row.created_at }));
}

/**
 * Allows an account to add reviews. Has no effect if it is already allowed. @throws Failure
 * `account_not_found`.
 */
export async function allowReviewAccount(
  query: Queries,
  ownerId: string,
  accountId: string,
  at: string,
): Promise<void> {
  const account = await query
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('live_account_id', 'is', null)
    .executeTakeFirst();
  if (!account) throw new Failure('account_not_found', `No account with id ${accountId}.`);
  await query
    .insertInto('review_accounts')
    .values({ owner_id: ownerId, account_id: accountId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Withdraws the permission. The account's reviews remain. */
export async function disallowReviewAccount(
  query: Queries,
  ownerId: string,
  accountId: string,
): Promise<void> {
  await query
    .deleteFrom('review_accounts')
    .where('owner_id', '=', ownerId)
    .where('account_id', '=', accountId)
    .execute();
}
