import type { Database } from '../db/open.ts';
import { dayMs } from '../values/time.ts';
import type { Change } from './audit-log.ts';
import { type ConsoleContext, newToken } from './console-context.ts';
import type { UserLinkKind } from './contract.ts';
import type { NewInvitation } from './invitations.ts';
import { insertUserLink } from './store/user-links.ts';

const hourMs = dayMs / 24;
/** Long enough for people who temporarily lost access to their mailbox to undo a change. */
const lifetimeMs = { recovery: hourMs, email: hourMs, 'email-undo': 7 * dayMs } as const;
const actions = {
  recovery: 'recovery.create',
  email: 'email.request',
  'email-undo': 'email.notify',
} as const;

type LinkContext = Pick<ConsoleContext, 'now' | 'newId' | 'random' | 'publicUrl'>;

export interface UserLinkOrder {
  userId: string;
  kind: UserLinkKind;
  /** The address that the link confirms or restores, or the user's current one. */
  email: string;
  /** The user's current address, for the audit log. */
  target: string;
  /** Account whose owner creates the link. */
  accountId?: string;
}

/**
 * Prepares a one-time link for a user.
 *
 * @returns The work for the audit log, which inserts the link.
 */
export function createUserLink(context: LinkContext, order: UserLinkOrder) {
  const { now, newId, publicUrl } = context;
  const { userId, kind, email, target, accountId = null } = order;
  const token = newToken(context);
  const expiresAt = new Date(now().getTime() + lifetimeMs[kind]);
  return async ({ query }: Database): Promise<{ result: NewInvitation; change: Change }> => {
    const link = { id: newId('uln'), token, userId, kind, email, expiresAt };
    await insertUserLink(query, link, now());
    const after = email === target ? null : { email };
    return {
      // The fragment is not part of requests, so no server or proxy logs the token.
      result: {
        url: `${publicUrl}/console/recover#${token}`,
        expiresAt: expiresAt.toISOString(),
      },
      change: { accountId, action: actions[kind], target, after },
    };
  };
}
