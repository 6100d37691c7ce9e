import { sql } from 'kysely';
import { payouts } from '../affiliates/payouts.ts';
import { allocateRevisions } from '../books/store.ts';
import type { Database, Queries } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { testAccountOf } from '../values/environment.ts';
import type { Change } from './audit-log.ts';
import type { ConsoleContext } from './console-context.ts';
import type { AccountContent } from './contract.ts';
import { lockMembers } from './store/accounts.ts';

type DeletionContext = Pick<ConsoleContext, 'db' | 'now' | 'newId'>;

export interface DeletionOrder {
  accountId: string;
  /** The account's name, as typed by the person. */
  name: string;
  /** Whether the person has seen that commissions are unpaid. */
  acceptsUnpaid: boolean;
}

/** Counts the content that a deletion removes, and the commissions that stay unpaid. */
export async function readAccountContent(
  context: DeletionContext,
  accountId: string,
): Promise<AccountContent> {
  const { query } = context.db;
  const count = async (table: 'books' | 'api_keys' | 'deployments' | 'webhooks' | 'members') => {
    const { rows } = await query
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('rows'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return {
    books: await count('books'),
    keys: await count('api_keys'),
    deployments: await count('deployments'),
    webhooks: await count('webhooks'),
    members: await count('members'),
    unpaid: await payouts(context).unpaidOf(accountId),
  };
}

/**
 * Deletes an account in the transaction `tx`. Its keys, sessions, domains, webhooks and books stop
 * working with the commit. `purgeDeletedAccounts` deletes the content later, because large accounts
 * would block other writes. The account's row, its sales, commissions and payouts, and the audit
 * log are kept.
 *
 * @returns Its members, and the change for the audit log.
 * @throws Failure `account_not_found`; `conflict` with the reason `name_mismatch` or
 * `unpaid_commissions`.
 */
export async function deleteAccount(
  context: DeletionContext,
  tx: Database,
  { accountId, name, acceptsUnpaid }: DeletionOrder,
): Promise<{ result: { emails: string[]; name: string }; change: Change }> {
  const { query } = tx;
  const at = context.now().toISOString();
  await lockMembers(query, accountId);
  const account = await query
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw new Failure('account_not_found', `No account with id ${accountId}.`);
  if (account.name !== name.trim()) {
    const detail = `The name of the account is ${account.name}.`;
    throw new Failure('conflict', detail, { reason: 'name_mismatch' });
  }
  const content = await readAccountContent({ ...context, db: tx }, accountId);
  if (content.unpaid.length > 0 && !acceptsUnpaid) {
    const detail = 'The account has unpaid commissions. Pay them first, or confirm the deletion.';
    throw new Failure('conflict', detail, { reason: 'unpaid_commissions' });
  }
  const members = await query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.email')
    .where('members.account_id', '=', accountId)
    .execute();
  await query
    .updateTable('accounts')
    // Frees the name for another account.
    .set({ name: `${account.name} (${accountId})`, deleted_at: at, suspended_at: at })
    .where('id', '=', accountId)
    .execute();
  for (const table of ['members', 'console_links', 'sso_connections'] as const) {
    await query.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
  for (const id of [accountId, testAccountOf(accountId)]) await stopAccess(query, id, at);
  const change = { accountId, action: 'account.delete', target: account.name };
  return {
    result: { emails: members.map(({ email }) => email), name: account.name },
    change: { ...change, before: content },
  };
}

async function stopAccess(query: Queries, accountId: string, at: string): Promise<void> {
  const deployments = query
    .selectFrom('deployments')
    .select('id')
    .where('account_id', '=', accountId);
  await query.deleteFrom('verified_hosts').where('deployment_id', 'in', deployments).execute();
  await query.deleteFrom('api_keys').where('account_id', '=', accountId).execute();
  await query.deleteFrom('webhook_portals').where('account_id', '=', accountId).execute();
  await query
    .updateTable('webhooks')
    .set({ enabled: 0, disabled_reason: 'requested', disabled_at: at })
    .where('account_id', '=', accountId)
    .execute();
  await query
    .updateTable('reader_sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  await hideBooks(query, accountId);
}

/** Makes all books private. Search reads books by revision, so each gets its own. */
async function hideBooks(query: Queries, accountId: string): Promise<void> {
  const { books } = await query
    .selectFrom('books')
    .select((eb) => eb.fn.countAll().as('books'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(books) === 0) return;
  const revision = await allocateRevisions(query, Number(books));
  await sql`update books set visibility = 'private', revision = ${revision} + numbered.position - 1
    from (
      select id, cast(row_number() over (order by ordinal) as integer) as position
      from books where account_id = ${accountId}
    ) as numbered
    where numbered.id = books.id`.execute(query);
}
