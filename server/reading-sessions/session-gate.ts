import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Session, SessionTokens } from './session-tokens.ts';
import { LRUCache } from 'lru-cache';
import { steadyClock } from '../values/time.ts';

/** Maximum delay until every process applies a revocation. The documented maximum is one minute. */
const cacheTtlMs = 30_000;

const maxCachedResults = 20_000;
/** Identifies a book's content in `/content/{contentId}`. */
/** The content id of a book's cover. */
export const CoverId = z
  .string()
  .regex(
    /^(ver|bk|cov)_[0-9A-Za-z]{16,40}$/,
    'Must be the id in the URL of a cover, such as ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
  )
  .describe('Id of the book version that contains the cover, or of an uploaded cover.')
  .meta({ example: 'ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

export const ContentId = z
  .string()
  .regex(
    /^(ver|bk)_[0-9A-Za-z]{16,40}$/,
    'Must be a content id, such as ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
  )
  .describe('Id of the book version that the session reads, or of the book if it has no version.')
  .meta({ example: 'ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

/** Verifies the tokens of requests below `/content/`. */
export interface SessionGate {
  tokens: SessionTokens;
  validity: SessionValidity;
}

/** Error codes of a rejected token, in addition to those of every session route. */
export const sessionFailureCodes = ['access_expired', 'key_revoked', 'session_ended'] as const;

/**
 * Returns a token's session.
 *
 * @throws Failure `session_invalid`, `session_expired`, and `sessionFailureCodes`.
 */
export async function verifySession(
  { tokens, validity }: SessionGate,
  token: string,
): Promise<Session> {
  const session = tokens.verify(token);
  await validity.check(session);
  return session;
}

/**
 * Returns the session of a request's token if it is valid for `/content/{contentId}`.
 *
 * @throws Failure `session_invalid`, `session_expired`, `origin_not_allowed`, and
 * `sessionFailureCodes`.
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
 * Does the same as `requireSession`, but also accepts an expired token within a day of its embed.
 * Browsers send `Origin` with every POST request, so a token that was issued to a page and arrives
 * without an origin was copied.
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

/** Returns a request's token. @throws Failure `session_invalid`. */
export function bearerToken({ headers }: FastifyRequest): string {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) {
    throw new Failure(
      'session_invalid',
      'Send the session’s token as Authorization: Bearer TOKEN.',
    );
  }
  return token;
}

/** @throws Failure `origin_not_allowed`. */
export function checkOrigin(session: Session, { headers }: FastifyRequest): void {
  const { origin } = headers;
  if (!session.origin || !origin || origin === session.origin) return;
  if (origin === 'null' && session.isServedPage) return;
  throw originNotAllowed(session.origin);
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

/** The key that opened a session, and the session's id if a server opened it. */
export interface SessionOwner {
  keyId: string;
  /** Null when a page opened it. */
  sessionId: string | null;
}

type SessionValidity = ReturnType<typeof sessionValidity>;

/**
 * Checks that a session's key is still valid and the session is still open. Looks up each at most
 * twice a minute.
 */
export function sessionValidity({
  now,
  isKeyUsable,
  isSessionOpen,
}: {
  now: () => Date;
  isKeyUsable: (keyId: string) => Promise<boolean>;
  isSessionOpen: (sessionId: string) => Promise<boolean>;
}) {
  // `max` would allocate the memory for all entries in advance.
  const results = new LRUCache<string, { isGood: boolean }>({
    maxSize: maxCachedResults,
    sizeCalculation: () => 1,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: { now: steadyClock(now) },
    fetchMethod: async (id) => ({
      isGood: id.startsWith('ses_') ? await isSessionOpen(id) : await isKeyUsable(id),
    }),
  });

  return {
    /**
     * @param forceRefresh - Queries the database even if a result is cached.
     * @throws Failure `key_revoked`, `session_ended`.
     */
    async check({ keyId, sessionId }: SessionOwner, { forceRefresh = false } = {}): Promise<void> {
      const [key, session] = await Promise.all(
        [keyId, sessionId].map((id) => id && results.fetch(id, { forceRefresh })),
      );
      if (!key || !key.isGood) {
        throw new Failure('key_revoked', 'The key that opened this session is no longer valid.');
      }
      if (sessionId !== null && !(session && session.isGood)) {
        throw new Failure(
          'session_ended',
          'This reading session was ended by the server that opened it.',
        );
      }
    },
  };
}
