import type { Database, Queries } from '../../db/open.ts';
import { AccountRole, type LinkDetails, type Role } from '../contract.ts';
import { hashToken } from './sessions.ts';

export interface NewLink {
  id: string;
  token: string;
  kind: 'setup' | 'invitation';
  accountId: string | null;
  email: string | null;
  role: Role;
  partnerId: string | null;
  expiresAt: Date;
}

export async function insertLink(query: Queries, link: NewLink, now: Date): Promise<void> {
  await query
    .insertInto('console_links')
    .values({
      id: link.id,
      token_hash: hashToken(link.token),
      kind: link.kind,
      account_id: link.accountId,
      email: link.email,
      role: link.role,
      partner_id: link.partnerId,
      created_at: now.toISOString(),
      expires_at: link.expiresAt.toISOString(),
    })
    .execute();
}

/** A link that can still be used. */
export interface OpenLink extends Omit<LinkDetails, 'isSignedIn'> {
  id: string;
  accountId: string | null;
  partnerId: string | null;
}

/** Returns the link with this token, or null if it is unknown, used or expired. */
export async function findLink(db: Database, token: string, now: Date): Promise<OpenLink | null> {
  const row = await selectOpenLinks(db.query, now)
    .leftJoin('accounts', 'accounts.id', 'console_links.account_id')
    .leftJoin('users', 'users.email', 'console_links.email')
    .select(['accounts.name as account_name', 'users.id as user_id'])
    .where('console_links.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row || (row.kind === 'setup' && (await hasOperator(db.query)))) return null;
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    role: toRole(row.role),
    accountId: row.account_id,
    accountName: row.account_name,
    partnerId: row.partner_id,
    hasUser: row.user_id !== null,
  };
}

/** Selects links that are neither used nor expired. */
export function selectOpenLinks(query: Queries, now: Date) {
  return query
    .selectFrom('console_links')
    .selectAll('console_links')
    .where('console_links.used_at', 'is', null)
    .where('console_links.expires_at', '>', now.toISOString());
}

/** Marks a link as used. @returns False if it has been used in the meantime. */
export async function useLink(query: Queries, linkId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('console_links')
    .set({ used_at: now.toISOString() })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the server has an operator. Without one, a set-up link creates it. */
export async function hasOperator(query: Queries): Promise<boolean> {
  const row = await query
    .selectFrom('users')
    .select('id')
    .where('is_operator', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function toRole(stored: string): Role {
  return stored === 'operator' ? stored : AccountRole.parse(stored);
}
