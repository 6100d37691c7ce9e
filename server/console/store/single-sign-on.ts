import type { Queries } from '../../db/open.ts';
import { AccountRole } from '../contract.ts';
import { selectOpenLinks } from './links.ts';

/** Returns the account's provider, or undefined. */
export function findConnection(query: Queries, accountId: string) {
  return query
    .selectFrom('sso_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Returns the provider for a verified email domain, unless its account is suspended. */
export function findConnectionOf(query: Queries, domain: string) {
  return query
    .selectFrom('sso_connections')
    .innerJoin('accounts', 'accounts.id', 'sso_connections.account_id')
    .selectAll('sso_connections')
    .where('verified_domain', '=', domain)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Ends the sessions that an account's provider started, and deletes its links to users. */
export async function endSingleSignOn(query: Queries, accountId: string): Promise<void> {
  await query.deleteFrom('console_sessions').where('account_id', '=', accountId).execute();
  await query.deleteFrom('sso_identities').where('account_id', '=', accountId).execute();
}

/** Returns the member that a subject of the account's provider identifies, or undefined. */
export function findIdentity(query: Queries, accountId: string, subject: string) {
  return query
    .selectFrom('sso_identities')
    .innerJoin('users', 'users.id', 'sso_identities.user_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'users.id')
        .onRef('members.account_id', '=', 'sso_identities.account_id'),
    )
    .select(['users.id', 'users.email'])
    .where('sso_identities.account_id', '=', accountId)
    .where('sso_identities.subject', '=', subject)
    .executeTakeFirst();
}

/**
 * Returns the member with this email address and the subject that identifies the member, or
 * undefined.
 */
export function findMember(query: Queries, accountId: string, email: string) {
  return query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('sso_identities', (join) =>
      join
        .onRef('sso_identities.user_id', '=', 'users.id')
        .on('sso_identities.account_id', '=', accountId),
    )
    .select(['users.id', 'sso_identities.subject'])
    .where('members.account_id', '=', accountId)
    .where('users.email', '=', email)
    .executeTakeFirst();
}

/** Returns the newest pending invitation of an email address to the account, or null. */
export async function findInvitation(
  query: Queries,
  accountId: string,
  email: string,
  now: Date,
): Promise<{ id: string; role: AccountRole; partnerId: string | null } | null> {
  const row = await selectOpenLinks(query, now)
    .where('console_links.kind', '=', 'invitation')
    .where('console_links.account_id', '=', accountId)
    .where('console_links.email', '=', email)
    .orderBy('console_links.id', 'desc')
    .executeTakeFirst();
  return row ? { id: row.id, role: AccountRole.parse(row.role), partnerId: row.partner_id } : null;
}
