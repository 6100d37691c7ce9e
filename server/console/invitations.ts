import type { Database, Queries } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { dayMs } from '../values/time.ts';
import type { Change } from './audit-log.ts';
import { type ConsoleContext, newToken } from './console-context.ts';
import type { Role } from './contract.ts';
import { insertLink, type NewLink } from './store/links.ts';

const invitationMs = 7 * dayMs;
const setupMs = dayMs;

type LinkContext = Pick<ConsoleContext, 'db' | 'now' | 'newId' | 'random' | 'publicUrl'>;

export interface InvitationOrder {
  /** Null for an operator. */
  accountId: string | null;
  email: string;
  role: Role;
  /** The affiliate whose data a partner sees. Null for other roles. */
  partnerId: string | null;
}

/** An invitation to send. The URL contains the token, which is not stored. */
export interface NewInvitation {
  url: string;
  expiresAt: string;
}

/**
 * Prepares an invitation that replaces earlier ones for the same person.
 *
 * @returns The work for the audit log, which inserts the invitation.
 */
export function createInvitation(context: LinkContext, order: InvitationOrder) {
  const { now, newId, publicUrl } = context;
  const { accountId, email, role } = order;
  const token = newToken(context);
  const expiresAt = new Date(now().getTime() + invitationMs);
  return async ({ query }: Database): Promise<{ result: NewInvitation; change: Change }> => {
    await query
      .deleteFrom('console_links')
      .where('account_id', accountId === null ? 'is' : '=', accountId)
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .execute();
    const link: NewLink = { ...order, id: newId('inv'), token, kind: 'invitation', expiresAt };
    await insertLink(query, link, now());
    const change = { accountId, action: 'invitation.create', target: email, after: { role } };
    return {
      result: { url: linkUrl(publicUrl, token), expiresAt: expiresAt.toISOString() },
      change,
    };
  };
}

/** @throws Failure `conflict` if accepting the invitation would take away another role. */
export async function requireNoOtherRole(
  query: Queries,
  accountId: string,
  email: string,
): Promise<void> {
  const member = await query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.role')
    .where('members.account_id', '=', accountId)
    .where('users.email', '=', email)
    .executeTakeFirst();
  if (!member || member.role === 'partner') return;
  const detail = `Is a member of this account with the role ${member.role}. Use another email address.`;
  throw new Failure('conflict', `/email: ${detail}`, {
    errors: [{ pointer: '/email', detail, reason: 'member' }],
  });
}

/**
 * Creates a one-time link for the first operator. It works for a day, and only until there is one.
 */
export async function createSetupLink(context: LinkContext): Promise<string> {
  const { db, now, newId, publicUrl } = context;
  const token = newToken(context);
  const expiresAt = new Date(now().getTime() + setupMs);
  const link = { id: newId('inv'), token, kind: 'setup', role: 'operator', expiresAt } as const;
  await insertLink(db.query, { ...link, accountId: null, email: null, partnerId: null }, now());
  return linkUrl(publicUrl, token);
}

/** The fragment is not part of requests, so no server or proxy logs the token. */
function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/console/join#${token}`;
}
