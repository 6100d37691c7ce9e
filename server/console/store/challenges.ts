import type { Queries } from '../../db/open.ts';
import type { SignInTables } from '../../db/sign-in-tables.ts';
import { hashToken } from './sessions.ts';
import { Failure } from '../../failure.ts';

export type ChallengeKind = SignInTables['sign_in_challenges']['kind'];

/** Time limit for completing a sign-in or a registration. */
const challengeMs = 10 * 60_000;

export interface NewChallenge {
  token: string;
  kind: ChallengeKind;
  /** Null if the user is not yet known. */
  userId: string | null;
  /** Stored as JSON. */
  data: unknown;
}

/** Inserts a challenge that can be completed once within ten minutes. */
export async function insertChallenge(
  query: Queries,
  { token, kind, userId, data }: NewChallenge,
  now: Date,
): Promise<void> {
  await query
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: userId,
      data: JSON.stringify(data),
      expires_at: new Date(now.getTime() + challengeMs).toISOString(),
    })
    .execute();
}

/**
 * Returns the challenge with this token. Undefined if it is unknown, of another kind, completed or
 * expired.
 */
export async function findChallenge(
  query: Queries,
  kind: ChallengeKind,
  token: string,
  now: Date,
): Promise<{ userId: string | null; data: unknown } | undefined> {
  const row = await query
    .selectFrom('sign_in_challenges')
    .select(['user_id', 'data'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { userId: row.user_id, data: JSON.parse(row.data) };
}

/** Deletes a challenge. @returns False if another request has already deleted it. */
export async function completeChallenge(query: Queries, token: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The error for a sign-in or registration that is already complete, took too long, or began in
 * another browser.
 */
export function signInExpired(): Failure {
  return new Failure(
    'sign_in_expired',
    'This took too long or was already completed. Start again.',
  );
}
