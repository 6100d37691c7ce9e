import { createHash } from 'node:crypto';
import type { Database, Queries } from '../../db/open.ts';
import { dayMs } from '../../values/time.ts';

/** Sessions end after this time without requests. */
const idleMs = 7 * dayMs;
/** Sessions always end after this time. */
export const maxSessionMs = 30 * dayMs;
/** Limits writes to one per session and period. */
const touchIntervalMs = 5 * 60_000;

export interface SignedInUser {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** Always false with `onlyAccountId`. */
  isOperator: boolean;
  method: SignInMethod;
  /** Last time at which the user entered the password or used another factor. ISO time. */
  confirmedAt: string;
  /**
   * The only account that this session opens, or null for all. Set by single sign-on. The account's
   * owner controls the provider, so the session must not give access to other accounts.
   */
  onlyAccountId: string | null;
}

/** `totp` also stands for recovery codes. */
export type SignInMethod = 'password' | 'totp' | 'passkey' | 'sso';

/** Tokens are random, so a fast hash is sufficient. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export interface NewSession {
  id: string;
  token: string;
  userId: string;
  address: string;
  userAgent: string;
  method: SignInMethod;
  accountId: string | null;
}

export async function insertSession(query: Queries, session: NewSession, now: Date): Promise<void> {
  await query
    .insertInto('console_sessions')
    .values({
      id: session.id,
      token_hash: hashToken(session.token),
      user_id: session.userId,
      address: session.address,
      user_agent: session.userAgent.slice(0, 300),
      created_at: now.toISOString(),
      used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + maxSessionMs).toISOString(),
      method: session.method,
      confirmed_at: now.toISOString(),
      account_id: session.accountId,
    })
    .execute();
}

/** Finds the session of a cookie's token, and records its use. Returns null if it has ended. */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
): Promise<SignedInUser | null> {
  const row = await openSessions(db.query, now)
    .innerJoin('users', 'users.id', 'console_sessions.user_id')
    .select([
      'console_sessions.id',
      'users.id as user_id',
      'users.email',
      'users.name',
      'users.is_operator',
      'console_sessions.used_at',
      'console_sessions.created_at',
      'console_sessions.method',
      'console_sessions.confirmed_at',
      'console_sessions.account_id',
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return null;
  if (Date.parse(row.used_at) < now.getTime() - touchIntervalMs) {
    await db.relaxedTransaction(async (tx) => {
      await tx
        .updateTable('console_sessions')
        .set({ used_at: now.toISOString() })
        .where('id', '=', row.id)
        .execute();
    });
  }
  return {
    sessionId: row.id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    isOperator: row.is_operator === 1 && row.account_id === null,
    method: row.method,
    confirmedAt: row.confirmed_at ?? row.created_at,
    onlyAccountId: row.account_id,
  };
}

/** Selects the sessions that have not ended. */
export function openSessions(query: Queries, now: Date) {
  return query
    .selectFrom('console_sessions')
    .where('console_sessions.expires_at', '>', now.toISOString())
    .where('console_sessions.used_at', '>', new Date(now.getTime() - idleMs).toISOString());
}

/** Records that the user confirmed a session. @param method - Null to keep the session's method. */
export async function confirmSession(
  query: Queries,
  sessionId: string,
  method: SignInMethod | null,
  now: Date,
): Promise<void> {
  await query
    .updateTable('console_sessions')
    .set({ confirmed_at: now.toISOString(), ...(method && { method }) })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends sessions of a user. @returns The number of sessions. */
export async function endSessions(
  query: Queries,
  userId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<number> {
  let deletion = query.deleteFrom('console_sessions').where('user_id', '=', userId);
  if (which !== 'all') {
    deletion =
      'only' in which
        ? deletion.where('id', '=', which.only)
        : deletion.where('id', '!=', which.except);
  }
  const { numDeletedRows } = await deletion.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes sessions and challenges that have ended, and links that expired a month ago. */
export async function pruneSessions({ query }: Database, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - idleMs).toISOString();
  await query
    .deleteFrom('console_sessions')
    .where((eb) => eb.or([eb('expires_at', '<', now.toISOString()), eb('used_at', '<', idleSince)]))
    .execute();
  await query
    .deleteFrom('sign_in_challenges')
    .where('expires_at', '<', now.toISOString())
    .execute();
  const monthAgo = new Date(now.getTime() - 30 * dayMs).toISOString();
  await query.deleteFrom('user_links').where('expires_at', '<', monthAgo).execute();
  await query.deleteFrom('console_links').where('expires_at', '<', monthAgo).execute();
}
