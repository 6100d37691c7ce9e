import type { Queries } from '../../db/open.ts';
import { toName } from '../../values/visible-text.ts';
import type { ConsoleContext } from '../console-context.ts';
import { Email } from '../contract.ts';
import { putMember } from '../store/accounts.ts';
import { useLink } from '../store/links.ts';
import { findIdentity, findInvitation, findMember } from '../store/single-sign-on.ts';
import type { Claims } from './provider.ts';

/** Why an authenticated person may not sign in. Part of the sign-in page's URL. */
export type SsoRejection = 'unverified' | 'not-invited' | 'other-identity';

export type Identified =
  | { user: { id: string; email: string }; isNew: boolean }
  | { rejection: SsoRejection };

interface Connection {
  account_id: string;
  verified_domain: string | null;
}

/**
 * Finds the user of verified claims, and links the provider's subject to that user. Links only
 * members and invited people, identified by a provider-verified email address in the account's
 * verified domain. After that, only the subject identifies the user, because an email address can
 * be reassigned. Call in the transaction that starts the session.
 */
export async function identify(
  { now, newId }: Pick<ConsoleContext, 'now' | 'newId'>,
  query: Queries,
  { account_id: accountId, verified_domain: domain }: Connection,
  claims: Claims,
): Promise<Identified> {
  const known = await findIdentity(query, accountId, claims.sub);
  if (known) return { user: known, isNew: false };

  const { data: email } = Email.safeParse(claims.email);
  const isInDomain = domain !== null && email?.endsWith(`@${domain}`) === true;
  if (!email || claims.email_verified !== true || !isInDomain) return { rejection: 'unverified' };

  const member = await findMember(query, accountId, email);
  if (member && member.subject !== null) return { rejection: 'other-identity' };
  const userId = member?.id ?? (await acceptInvitation(email));
  if (userId === null) return { rejection: 'not-invited' };
  const createdAt = now().toISOString();
  await query
    .insertInto('sso_identities')
    .values({ account_id: accountId, subject: claims.sub, user_id: userId, created_at: createdAt })
    // Removing a member deletes the identity, but one from an earlier membership may remain.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'subject']).doUpdateSet({ user_id: userId }),
    )
    .execute();
  return { user: { id: userId, email }, isNew: true };

  /** @returns The user's id, creating the user if necessary. Null if there is no invitation. */
  async function acceptInvitation(invited: string): Promise<string | null> {
    const invitation = await findInvitation(query, accountId, invited, now());
    if (!invitation || !(await useLink(query, invitation.id, now()))) return null;
    const existing = await query
      .selectFrom('users')
      .select('id')
      .where('email', '=', invited)
      .executeTakeFirst();
    const id = existing?.id ?? newId('usr');
    if (!existing) {
      const name = toName(claims.name ?? '', 100) || invited;
      const user = { id, email: invited, name, password_hash: null, is_operator: 0 };
      await query
        .insertInto('users')
        .values({ ...user, created_at: now().toISOString() })
        .execute();
    }
    const { role, partnerId } = invitation;
    await putMember(query, { accountId, userId: id, role, partnerId }, now().toISOString());
    return id;
  }
}
