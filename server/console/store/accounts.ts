import { z } from 'zod';
import type { Database, Queries } from '../../db/open.ts';
import { engineOf } from '../../db/sql-dialect.ts';
import { Failure } from '../../failure.ts';
import { Tier } from '../../values/permissions.ts';
import type { AccountRole, ConsoleAccount, OperatedAccount } from '../contract.ts';
import type { SignedInUser } from './sessions.ts';

const Tiers = z.array(Tier);

/** Returns the tiers that members can choose. @param stored - JSON list, or null for all. */
export function toTiers(stored: string | null): Tier[] {
  return stored === null ? [...Tier.options] : Tiers.parse(JSON.parse(stored));
}

/** The user properties that determine access to accounts. */
type AccountVisitor = Pick<SignedInUser, 'userId' | 'isOperator' | 'method' | 'onlyAccountId'>;

/** The accounts to which a user has access, sorted by name. For operators, all accounts. */
export async function listAccounts(
  { query }: Database,
  user: AccountVisitor,
): Promise<ConsoleAccount[]> {
  const rows = await selectAccess(query, user).execute();
  return rows.map((row) => toAccount(row, user)).toSorted(byName);
}

/** An account and the user's access to it. */
export interface AccountAccess extends ConsoleAccount {
  /** The affiliate whose data a partner sees. Null for other roles. */
  partnerId: string | null;
}

/** Returns an account, or null if it does not exist or the user has no access to it. */
export async function findAccount(
  { query }: Database,
  user: AccountVisitor,
  accountId: string,
): Promise<AccountAccess | null> {
  const row = await selectAccess(query, user)
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  return row ? { ...toAccount(row, user), partnerId: row.partner_id } : null;
}

function selectAccess(query: Queries, { userId, isOperator, onlyAccountId }: AccountVisitor) {
  const rows = query
    .selectFrom('accounts')
    .leftJoin('members', (join) =>
      join.onRef('members.account_id', '=', 'accounts.id').on('members.user_id', '=', userId),
    )
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.suspended_at',
      'accounts.tiers',
      'accounts.is_sample',
      'accounts.requires_second_factor',
      'members.role',
      'members.partner_id',
    ])
    .where('accounts.live_account_id', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .$if(onlyAccountId !== null, (only) => only.where('accounts.id', '=', onlyAccountId));
  return isOperator ? rows : rows.where('members.role', 'is not', null);
}

type AccessRow = Awaited<ReturnType<ReturnType<typeof selectAccess>['execute']>>[number];

function toAccount(row: AccessRow, user: AccountVisitor): ConsoleAccount {
  const { isOperator } = user;
  const role = isOperator ? 'operator' : row.role;
  if (!role) throw new Error(`The user has no role in account ${row.id}.`);
  return {
    id: row.id,
    name: row.name,
    role,
    isSuspended: row.suspended_at !== null,
    isSample: row.is_sample === 1,
    needsSecondFactor: row.requires_second_factor === 1 && user.method === 'password',
    tiers: isOperator ? [...Tier.options] : toTiers(row.tiers),
  };
}

/** All accounts with their sizes, for operators. Sorted by name. */
export async function listOperatedAccounts({ query }: Database): Promise<OperatedAccount[]> {
  const rows = await query
    .selectFrom('accounts')
    .select((eb) => [
      'accounts.id',
      'accounts.name',
      'accounts.created_at',
      'accounts.suspended_at',
      'accounts.tiers',
      'accounts.max_sale_amount',
      eb
        .selectFrom('members')
        .select((count) => count.fn.countAll().as('n'))
        .whereRef('members.account_id', '=', 'accounts.id')
        .as('members'),
      eb
        .selectFrom('books')
        .select((count) => count.fn.countAll().as('n'))
        .whereRef('books.account_id', '=', 'accounts.id')
        .as('books'),
      eb
        .selectFrom('api_keys')
        .select((count) => count.fn.countAll().as('n'))
        .whereRef('api_keys.account_id', '=', 'accounts.id')
        .where('api_keys.revoked_at', 'is', null)
        .as('keys'),
    ])
    .where('accounts.live_account_id', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .execute();
  const accounts = rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
    tiers: toTiers(row.tiers),
    members: Number(row.members),
    books: Number(row.books),
    keys: Number(row.keys),
    maxSaleAmount: row.max_sale_amount === null ? null : Number(row.max_sale_amount),
  }));
  return accounts.toSorted(byName);
}

/** Inserts an account. @returns Whether the name was free. */
export async function insertAccount(
  query: Queries,
  account: { id: string; name: string; tiers: readonly Tier[] | null },
  createdAt: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('accounts')
    .values({
      id: account.id,
      name: account.name,
      tiers: account.tiers && JSON.stringify(account.tiers),
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Makes concurrent changes of an account's members wait for the end of this transaction. */
export async function lockMembers(query: Queries, accountId: string): Promise<void> {
  if (engineOf(query) !== 'postgres') return;
  await query
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Call `lockMembers` first.
 *
 * @throws Failure `conflict` if the user is the account's only owner.
 */
export async function requireOtherOwner(query: Queries, accountId: string, userId: string) {
  const owners = await query
    .selectFrom('members')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .execute();
  const isOnly = owners.length === 1 && owners[0]?.user_id === userId;
  if (!isOnly) return;
  throw new Failure('conflict', 'An account needs an owner. Make another member an owner first.', {
    reason: 'last_owner',
  });
}

export interface NewMember {
  accountId: string;
  userId: string;
  role: AccountRole;
  partnerId: string | null;
}

/**
 * Adds a member. A new role replaces the member's current one.
 *
 * @throws Failure `conflict` if the account would lose its only owner.
 */
export async function putMember(query: Queries, member: NewMember, createdAt: string) {
  const { accountId, userId, role, partnerId } = member;
  await lockMembers(query, accountId);
  if (role !== 'owner') await requireOtherOwner(query, accountId, userId);
  await query
    .insertInto('members')
    .values({
      account_id: accountId,
      user_id: userId,
      role,
      partner_id: partnerId,
      created_at: createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({ role, partner_id: partnerId }),
    )
    .execute();
}

/** Order of names in which letter case does not matter. Databases sort text differently. */
const { compare } = new Intl.Collator('en');
const byName = (one: { name: string }, other: { name: string }): number =>
  compare(one.name, other.name);
