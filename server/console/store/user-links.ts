import type { Queries } from '../../db/open.ts';
import type { UserLinkKind } from '../contract.ts';
import { hashToken } from './sessions.ts';

export interface NewUserLink {
  id: string;
  token: string;
  userId: string;
  kind: UserLinkKind;
  /** The address that the link confirms or restores, or the user's current one. */
  email: string;
  expiresAt: Date;
}

/** Inserts a link. Except for `email-undo`, it replaces the user's unused links of its kind. */
export async function insertUserLink(query: Queries, link: NewUserLink, now: Date): Promise<void> {
  if (link.kind !== 'email-undo') await deleteUserLinks(query, link.userId, [link.kind]);
  await query
    .insertInto('user_links')
    .values({
      id: link.id,
      token_hash: hashToken(link.token),
      user_id: link.userId,
      kind: link.kind,
      email: link.email,
      created_at: now.toISOString(),
      expires_at: link.expiresAt.toISOString(),
    })
    .execute();
}

/** Returns the link with this token, with its user. Undefined if it is unknown, used or expired. */
export function findUserLink(query: Queries, token: string, now: Date) {
  return query
    .selectFrom('user_links')
    .innerJoin('users', 'users.id', 'user_links.user_id')
    .select([
      'user_links.id',
      'user_links.kind',
      'user_links.email',
      'user_links.created_at',
      'user_links.user_id',
      'users.email as user_email',
      'users.name as user_name',
    ])
    .where('user_links.token_hash', '=', hashToken(token))
    .where('user_links.used_at', 'is', null)
    .where('user_links.expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** Marks a link as used. @returns False if it has been used in the meantime. */
export async function consumeUserLink(query: Queries, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('user_links')
    .set({ used_at: now.toISOString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a user's unused links of these kinds. */
export async function deleteUserLinks(
  query: Queries,
  userId: string,
  kinds: readonly UserLinkKind[],
): Promise<void> {
  await query
    .deleteFrom('user_links')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute();
}
