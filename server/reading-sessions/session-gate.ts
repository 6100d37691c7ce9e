import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Session, SessionTokens } from './session-tokens.ts';
import { LRUCache } from 'lru-cache';

/** A revocation reaches every process within it: half of the minute that is promised. */
const cacheTtlMs = 30_000;

const maxCachedResults = 20_000;
/** Where a book lies below `/content/`. */
export const ContentId = z
  .string()
  .regex(/^(ver|bk)_[0-9A-Za-z]{16,40}$/)
  .describe('The version of the book that the session reads; the book itself where it has none.')
  .meta({ example: 'ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

/** Lets requests below `/content/` in by the tokens that they carry. */
export interface SessionGate {
  tokens: SessionTokens;
  validity: SessionValidity;
}

/** What a token can be refused for, besides what every session can. */
export const sessionFailureCodes = ['access_expired', 'key_revoked', 'session_ended'] as const;

/** A token's session. @throws Failure `session_invalid`, `session_expired`, and `gateFails`. */
export async function verifySession(
  { tokens, validity }: SessionGate,
  token: string,
): Promise<Session> {
  const session = tokens.verify(token);
  await validity.check(session);
  return session;
}

/**
 * The session whose token a request carries, for what lies below `/content/{contentId}`.
 *
 * @throws Failure `session_invalid`, `session_expired`, `origin_not_allowed`, and `gateFails`.
 */
export async function requireSession(
  { tokens, validity }: SessionGate,
  request: FastifyRequest,
  contentId: string,
): Promise<Session> {
  const session = checkSessionScope(tokens.verify(bearerToken(request)), request, contentId);
  await validity.check(session);
  return session;
}

/**
 * The same for a token that may have expired, within a day of its embed. Browsers name their page whenever
 * they send something: one that was issued to a page and comes without was copied.
 */
export async function requireRefreshableSession(
  { tokens, validity }: SessionGate,
  request: FastifyRequest,
  contentId: string,
): Promise<Session> {
  const session = checkSessionScope(
    tokens.verifyForRefresh(bearerToken(request)),
    request,
    contentId,
  );
  if (session.origin && !request.headers.origin) throw originNotAllowed(session.origin);
  await validity.check(session, { forceRefresh: true });
  return session;
}

/** The token of a request. @throws Failure `session_invalid`. */
export function bearerToken({ headers }: FastifyRequest): string {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) {
    throw new Failure('session_invalid', 'Send the session’s token: Authorization: Bearer TOKEN.');
  }
  return token;
}

/** @throws Failure `origin_not_allowed`. */
export function checkOrigin(session: Session, { headers }: FastifyRequest): void {
  if (session.origin && headers.origin && headers.origin !== session.origin) {
    throw originNotAllowed(session.origin);
  }
}

function originNotAllowed(origin: string): Failure {
  return new Failure('origin_not_allowed', `This token was issued for ${origin}.`);
}

function checkSessionScope(session: Session, request: FastifyRequest, contentId: string): Session {
  if (session.contentId !== contentId) {
    throw new Failure('session_invalid', 'This token was issued for another book.');
  }
  checkOrigin(session, request);
  return session;
}

/** Whose a session is: the key that opened it, and the session itself where a server did. */
export interface SessionOwner {
  keyId: string;
  /** Null when a page opened it. */
  sessionId: string | null;
}

type SessionValidity = ReturnType<typeof sessionValidity>;

/** Whether what a session rests on still holds; looked up at most twice a minute for each. */
export function sessionValidity({
  now,
  isKeyUsable,
  isSessionOpen,
}: {
  now: () => Date;
  isKeyUsable: (keyId: string) => Promise<boolean>;
  isSessionOpen: (sessionId: string) => Promise<boolean>;
}) {
  const known = new LRUCache<string, { isGood: boolean }>({
    max: maxCachedResults,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (id) => ({
      isGood: id.startsWith('ses_') ? await isSessionOpen(id) : await isKeyUsable(id),
    }),
  });

  return {
    /**
     * @param forceRefresh - Asks the database, whatever is known.
     * @throws Failure `key_revoked`, `session_ended`.
     */
    async check({ keyId, sessionId }: SessionOwner, { forceRefresh = false } = {}): Promise<void> {
      const [key, session] = await Promise.all(
        [keyId, sessionId].map((id) => id && known.fetch(id, { forceRefresh })),
      );
      if (!key || !key.isGood) {
        throw new Failure('key_revoked', 'The key that opened this session is no longer valid.');
      }
      if (sessionId !== null && !(session && session.isGood)) {
        throw new Failure('session_ended', 'This reading session was ended by who opened it.');
      }
    },
  };
}
